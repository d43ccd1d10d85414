// The script of the page for tests that need no browser: its functions, by name.
import { columnsOfProfile, pageScript } from './made_page.mjs';

// The page starts itself when its document is there; here nothing ever is.
const document = { addEventListener() {} };

export const code = new Function('document', `'use strict';
${pageScript()}
return { selectRows, rulesOf, growTree, totalsOf, widthsOf, levelOrder, placeBoxes, reordered, columnsOf, decodeDeltas, decodeUnsigned, profileOf, modelOf, firstState, soundState, stateOfFragment, fragmentOf, visibleName,
	shortName, visitRow, layOut, GrowingTree, nodeOfPath, pathOf, nodeAt, depthOf, ancestryOf, nextMatch, nodeMatches, matchesOf,
	lanesOf, heatOf, roundStep, countText, timeText, shareText, pointsText, changeOf, depthWithin, escapeXml, verbs };`)(document);

// As the page gets it: columns, one after the other.
export function profileOfMade(made) {
	const columns = columnsOfProfile(made);
	const meta = { ...made.meta, columns: columns.map(({ bytes, ...about }) => ({ ...about, bytes: bytes.length })) };
	return code.profileOf(JSON.parse(JSON.stringify(meta)), new Uint8Array(Buffer.concat(columns.map(({ bytes }) => bytes))));
}
