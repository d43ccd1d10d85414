// The script of the page for tests that need no browser: all that it defines, by name.
import { columnsOfProfile, pageScript } from './made_page.mjs';

const script = pageScript();
const names = Array.from(script.matchAll(/^(?:async )?(?:function|class|const) (\w+)/gm), ([, name]) => name);
// The page starts itself when its document is there; here nothing ever is.
const document = { addEventListener() {} };

export const code = new Function('document', `'use strict';\n${script}\nreturn { ${names.join(', ')} };`)(document);

// As the page gets it: columns, one after the other.
export function profileOfMade(made) {
	const columns = columnsOfProfile(made);
	const meta = { ...made.meta, columns: columns.map(({ bytes, ...about }) => ({ ...about, bytes: bytes.length })) };
	const bytes = new Uint8Array(Buffer.concat(columns.map((column) => column.bytes)));
	return code.profileOf(JSON.parse(JSON.stringify(meta)), bytes);
}
