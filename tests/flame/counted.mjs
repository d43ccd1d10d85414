// counted.mjs PAGE: what the page's own code makes of a page of prec flame, without a browser, as JSON in the form of
// tests/consumers/counted.py.
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { code } from './page_code.mjs';

function profileOfPage(html) {
	const part = (id) => html.match(new RegExp(`<script type="[^"]*" id="${id}">([^<]*)</script>`))[1];
	return code.profileOf(JSON.parse(part('meta')), new Uint8Array(inflateRawSync(Buffer.from(part('data'), 'base64'))));
}

function functionsOfEvent(profile, shown) {
	const { items, key, self, total } = shown.functions();
	const functions = {};
	for (const item of items) {
		const sums = functions[profile.keys.name(key[item])] ??= [0, 0];
		sums[0] += self[0][item];
		sums[1] += total[0][item];
	}
	delete functions['[no call chain]'];
	return functions;
}

function threadsOfEvent(profile, model, state) {
	const threads = {};
	profile.threads.groups.forEach(({ name }, i) => {
		const { weight, samples } = model({ ...state, threads: `t${i}` }).sums[0];
		if (samples)
			threads[name.match(/\((-?\d+)\)$/)[1]] = weight;
	});
	return threads;
}

function inlinedOfEvent(profile, { graph }) {
	const names = new Set();
	for (let node = 1; node < graph.n; node++)
		if (profile.keys.isFrame(graph.key[node]) && profile.frames.inlined[graph.key[node]])
			names.add(profile.keys.name(graph.key[node]));
	return [...names];
}

function countedEvent(profile, event) {
	const state = { ...code.firstState(profile), event };
	const model = code.modelOf(profile);
	const shown = model(state);
	return {
		total: shown.sums[0].weight, samples: shown.sums[0].samples, functions: functionsOfEvent(profile, shown),
		inlined: inlinedOfEvent(profile, shown), threads: threadsOfEvent(profile, code.modelOf(profile), state),
	};
}

const profile = profileOfPage(readFileSync(process.argv[2], 'utf8'));
const events = Object.fromEntries(profile.events.map(({ name }, i) => [name, countedEvent(profile, i)]));
console.log(JSON.stringify({ events }));
