// Pages of `prec flame` made of profiles that tests describe: what the program writes, without a recording. The
// form of the data is that of report/flame.
//
//	node made_page.mjs NAME >page.html    one of the profiles of made_profiles.mjs
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';

export const page_folder = join(dirname(fileURLToPath(import.meta.url)), '../../report/flame/page');

// The script of the page: its files in the order of their names.
export function pageScript() {
	const files = readdirSync(page_folder).filter((name) => name.endsWith('.js')).sort();
	return files.map((name) => readFileSync(join(page_folder, name), 'utf8')).join('');
}

class Bytes {
	constructor() {
		this.bytes = Buffer.alloc(1 << 16);
		this.n = 0;
	}

	put(byte) {
		if (this.n === this.bytes.length)
			this.bytes = Buffer.concat([this.bytes, Buffer.alloc(this.n)]);
		this.bytes[this.n++] = byte;
	}

	unsigned(value) {
		for (; value > 127; value = Math.floor(value / 128))
			this.put(value % 128 + 128);
		this.put(value);
	}

	done() {
		return this.bytes.subarray(0, this.n);
	}
}

function encode(form, numbers) {
	const out = new Bytes();
	let last = 0;
	for (const value of numbers) {
		const delta = value - last;
		out.unsigned(form === 'uvarint' ? value : delta < 0 ? -delta * 2 - 1 : delta * 2);
		last = value;
	}
	return out.done();
}

// Numbers for things, by a text that names them.
class Numbering {
	constructor() {
		this.numbers = new Map();
		this.things = [];
	}

	of(name, thing) {
		if (!this.numbers.has(name))
			this.numbers.set(name, this.things.push(thing) - 1);
		return this.numbers.get(name);
	}
}

// Stacks as a tree; `order` gives the place of each node in depth-first order.
class StackTree {
	constructor() {
		this.children = new Map();
		this.nodes = [];
	}

	place(frames) {
		let node = -1;
		for (const frame of frames) {
			const name = node * 4194304 + frame;
			if (!this.children.has(name))
				this.children.set(name, this.nodes.push({ frame, parent: node, children: [] }) - 1);
			const child = this.children.get(name);
			node = child;
		}
		return node;
	}

	order() {
		const roots = [];
		this.nodes.forEach((node, i) => (node.parent < 0 ? roots : this.nodes[node.parent].children).push(i));
		const order = [];
		const open = roots.reverse().map((node) => [node, 0]);
		while (open.length) {
			const [node, depth] = open.pop();
			order.push([node, depth]);
			for (const child of this.nodes[node].children.reverse())
				open.push([child, depth + 1]);
		}
		return order;
	}
}

// Columns from { meta, stacks, samples }. A stack is a list of frames from the outermost, { name, dso, file, line,
// kind, inlined }; samples are, for each recording, columns: { time, thread, cpu, event, stack, weight, count },
// rows in any order.
export function columnsOfProfile({ stacks, samples }) {
	const strings = new Numbering();
	strings.of('', '');
	const string = (text) => strings.of(text ?? '', text ?? '');
	const functions = new Numbering();
	const frames = new Numbering();
	const tree = new StackTree();
	const numberOfFrame = (frame) => {
		const { name, dso, file, line = 0, kind = 0, inlined = 0 } = frame;
		const f = functions.of(`${name}\0${dso}\0${file}\0${line}\0${kind}`,
			[string(name), string(dso), string(file), line, kind]);
		return frames.of(`${f} ${inlined}`, [f, inlined]);
	};
	const known = new Map();
	const remember = (frame) => {
		if (!known.has(frame))
			known.set(frame, numberOfFrame(frame));
		return known.get(frame);
	};
	const leaves = stacks.map((stack) => tree.place(stack.map(remember)));
	const order = tree.order();
	const place = new Int32Array(tree.nodes.length);
	order.forEach(([node], at) => place[node] = at);
	const columns = [];
	const put = (name, form, numbers) => columns.push({ name, n: numbers.length, form, bytes: encode(form, numbers) });
	const texts = strings.things.map((text) => Buffer.from(text));
	put('string.size', 'uvarint', texts.map(({ length }) => length));
	const letters = Buffer.concat(texts);
	columns.push({ name: 'string.bytes', n: letters.length, form: 'bytes', bytes: letters });
	['name', 'dso', 'file', 'line', 'kind'].forEach((field, i) =>
		put(`function.${field}`, 'uvarint', functions.things.map((f) => f[i])));
	['function', 'inlined'].forEach((field, i) => put(`frame.${field}`, 'uvarint', frames.things.map((f) => Number(f[i]))));
	put('stack.depth', 'uvarint', order.map(([, depth]) => depth));
	put('stack.frame', 'uvarint', order.map(([node]) => tree.nodes[node].frame));
	samples.forEach((rows, r) => {
		const sorted = rows.time.map((_, i) => i).sort((a, b) => rows.thread[a] - rows.thread[b] || rows.time[a] - rows.time[b]);
		const moved = (field, form, value = (i) => rows[field][i]) => put(`${r}.${field}`, form, sorted.map(value));
		moved('time', 'svarint');
		moved('thread', 'uvarint');
		moved('cpu', 'uvarint');
		moved('event', 'uvarint');
		moved('stack', 'svarint', (i) => rows.stack[i] < 0 ? 0 : place[leaves[rows.stack[i]]] + 1);
		moved('weight', 'uvarint');
		moved('count', 'uvarint');
	});
	return columns;
}

export function escapeJson(value) {
	return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (letter) =>
		`\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function pageOfProfile(profile) {
	const columns = columnsOfProfile(profile);
	const data = deflateRawSync(Buffer.concat(columns.map(({ bytes }) => bytes)));
	const meta = { ...profile.meta, columns: columns.map(({ bytes, ...about }) => ({ ...about, bytes: bytes.length })) };
	const script = pageScript();
	const hash = createHash('sha256').update(script).digest('base64');
	const parts = {
		policy: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; ` +
			`img-src data: blob:; script-src 'sha256-${hash}'">`,
		style: `<style>\n${readFileSync(join(page_folder, 'page.css'), 'utf8')}</style>`,
		data: `<script type="application/json" id="meta">${escapeJson(meta)}</script>\n` +
			`<script type="text/plain" id="data">${data.toString('base64')}</script>`,
		script: `<script type="module">${script}</script>`,
	};
	return readFileSync(join(page_folder, 'page.html'), 'utf8').replace(/<!-- (\w+) -->/g, (_, name) => parts[name]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const profiles = await import('./made_profiles.mjs');
	process.stdout.write(pageOfProfile(profiles[process.argv[2]]()));
}
