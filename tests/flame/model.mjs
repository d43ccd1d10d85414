// What the page makes of a profile, without a browser: columns, trees, rules, sandwich, functions, differences,
// search, states.
import assert from 'node:assert/strict';
import { code, profileOfMade } from './page_code.mjs';
import { change, empty, hostile, small, wide } from './made_profiles.mjs';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { page_folder, pageScript } from './made_page.mjs';
import { runAll, test } from './tap.mjs';

const profile = profileOfMade(small());
const first = code.firstState(profile);

function look(parts = {}, of = profile) {
	const state = { ...code.firstState(of), ...parts };
	return code.modelOf(of)(state);
}

// A graph as text: a line for each path, with what it has itself.
function folded(graph, of = profile) {
	const lines = [];
	for (let node = 1; node < graph.n; node++) {
		const self = graph.self.map((weights) => weights[node]);
		if (self.some((weight) => weight))
			lines.push(`${code.ancestryOf(graph, node).map((one) => of.keys.name(graph.key[one])).join(';')} ${self.join(' ')}`);
	}
	return lines.sort();
}

const parse = 'parse(std::vector<std::basic_string<char>> const&)';

function encodedUnsigned(value) {
	const bytes = [];
	for (; value > 127; value = Math.floor(value / 128))
		bytes.push(value % 128 + 128);
	return [...bytes, value];
}

test('numbers_of_any_size', () => {
	const numbers = [0, 1, 127, 128, 300, 2 ** 32, 2 ** 53 - 1];
	const out = new Float64Array(numbers.length);
	code.decodeUnsigned(Uint8Array.from(numbers.flatMap(encodedUnsigned)), out);
	assert.deepEqual([...out], numbers);
});

test('deltas', () => {
	const out = new Float64Array(4);
	code.decodeDeltas(Uint8Array.from([4, 1, 0, ...encodedUnsigned(2 ** 41)]), out);
	assert.deepEqual([...out], [2, 1, 1, 1 + 2 ** 40]);
});

test('a_column_cut_short_ends', () => {
	code.decodeUnsigned(Uint8Array.from([255, 255]), new Float64Array(3));
});

test('merged_tree', () => {
	assert.deepEqual(folded(look().graph), [
		'[app];' + parse + ' 80000', '[no call chain] 4000', 'main;deflate;longest_match 50000', `main;${parse} 10000`,
		`main;${parse};entry_SYSCALL_64;ksys_read;vfs_read 70000`, `main;${parse};next_token 20000`,
		'main;walk;LazyCompile:~hot app.js:1 60000', 'main;walk;deflate;longest_match 40000', 'main;walk;walk;walk 30000',
	].sort());
});

test('totals_add_up', () => {
	const { graph, sums } = look();
	assert.equal(graph.total[0][0], 364000);
	assert.deepEqual(sums, [{ weight: 364000, samples: 81 }]);
	for (let node = 0; node < graph.n; node++) {
		let sum = graph.self[0][node];
		for (let child = graph.child_start[node]; child < graph.child_start[node + 1]; child++)
			sum += graph.total[0][child];
		assert.equal(sum, graph.total[0][node]);
	}
});

test('boxes_stand_side_by_side', () => {
	const { graph } = look();
	for (let node = 0; node < graph.n; node++) {
		let left = graph.x[node];
		for (let child = graph.child_start[node]; child < graph.child_start[node + 1]; child++) {
			assert.ok(Math.abs(graph.x[child] - left) < 1e-9);
			assert.equal(code.nodeAt(graph, code.depthOf(graph, child), left + graph.width[child] / 2), child);
			left += graph.width[child];
		}
	}
});

test('largest_first_and_else_as_they_came', () => {
	const { graph } = look({}, profileOfMade(wide(100)));
	const keys = Array.from({ length: 100 }, (_, i) => i + 1).sort((a, b) => (b - 1) % 3 - (a - 1) % 3 || a - b);
	assert.deepEqual([...graph.key.subarray(2)], keys);
	const { graph: mixed } = look();
	for (let node = 2; node < mixed.n; node++)
		assert.ok(mixed.parent[node] !== mixed.parent[node - 1] || mixed.width[node] <= mixed.width[node - 1]);
});

test('order_by_name', () => {
	const { graph } = look({ order: 'name' });
	const names = Array.from({ length: 3 }, (_, i) => profile.keys.name(graph.key[i + 1]));
	assert.deepEqual(names, ['[app]', '[no call chain]', 'main']);
});

test('by_process_and_thread', () => {
	const { graph } = look({ merged: false });
	const children = (node) => Array.from({ length: graph.child_start[node + 1] - graph.child_start[node] },
		(_, i) => profile.keys.name(graph.key[graph.child_start[node] + i]));
	assert.deepEqual(children(0), ['app (100)', 'helper (200)']);
	assert.deepEqual(children(1).sort(), ['app (100)', 'worker (101)']);
	assert.equal(graph.total[0][0], 364000);
});

test('one_thread', () => {
	assert.equal(look({ threads: 't1' }).sums[0].samples, 27);
	assert.equal(look({ threads: 'p1' }).sums[0].samples, 26);
});

test('one_cpu', () => {
	assert.equal(look({ cpu: 1 }).sums[0].samples, 40);
	assert.equal(look({ cpu: 0 }).sums[0].samples, 40);
});

test('a_range_of_time', () => {
	assert.equal(look({ range: [0, 1] }).sums[0].samples, 8);
	assert.equal(look({ range: [0, 1] }).graph.total[0][0], 36000);
});

test('another_event', () => {
	assert.equal(look({ event: 1 }).graph.total[0][0], 8);
});

test('inlined_functions_off', () => {
	assert.ok(folded(look({ inlines: false }).graph).includes(`main;${parse} 30000`));
});

test('hide', () => {
	const { graph } = look({ filters: [{ verb: 'hide', what: 'function', name: 'walk' }] });
	assert.ok(folded(graph).includes('main;deflate;longest_match 90000'));
	assert.ok(folded(graph).includes('main 30000'));
	assert.equal(graph.total[0][0], 364000);
});

test('drop', () => {
	const { graph } = look({ filters: [{ verb: 'drop', what: 'function', name: 'walk' }] });
	assert.equal(graph.total[0][0], 364000 - 130000);
});

test('focus', () => {
	const { graph } = look({ filters: [{ verb: 'focus', what: 'function', name: 'deflate' }] });
	assert.deepEqual(folded(graph), ['deflate;longest_match 90000']);
});

test('focus_dso', () => {
	const { graph } = look({ filters: [{ verb: 'focus', what: 'dso', name: '[kernel.kallsyms]' }] });
	assert.deepEqual(folded(graph), ['entry_SYSCALL_64;ksys_read;vfs_read 70000']);
});

test('collapse_a_dso', () => {
	const { graph } = look({ filters: [{ verb: 'collapse', what: 'dso', name: '[kernel.kallsyms]' }] });
	assert.ok(folded(graph).includes(`main;${parse};[[kernel.kallsyms]] 70000`));
});

test('collapse_libraries', () => {
	const lines = folded(look({ libraries: true }).graph);
	assert.ok(lines.includes('main;[libz.so.1] 50000') && lines.includes('main;walk;[libz.so.1] 40000'));
});

test('collapse_recursion', () => {
	assert.ok(folded(look({ recursion: true }).graph).includes('main;walk 30000'));
});

test('only_my_code', () => {
	assert.deepEqual(folded(look({ mine: true }).graph), [
		'[app];' + parse + ' 80000', '[no call chain] 4000', 'main 50000', `main;${parse} 80000`, `main;${parse};next_token 20000`,
		'main;walk 100000', 'main;walk;walk;walk 30000'].sort());
});

test('sandwich', () => {
	const halves = look({ function: 'longest_match' }).sandwich();
	assert.deepEqual(folded(halves.callers), ['deflate;main 50000', 'deflate;walk;main 40000']);
	assert.equal(halves.callees.total[0][0], 90000);
	assert.equal(look({ function: 'nowhere' }).sandwich(), null);
});

test('sandwich_of_what_calls_itself', () => {
	const halves = look({ function: 'walk' }).sandwich();
	assert.equal(halves.callees.total[0][0], 130000);
	assert.deepEqual(folded(halves.callers), ['main 130000']);
});

function functionSums(shown, of = profile) {
	const functions = shown.functions();
	return Object.fromEntries([...functions.items].map((item) => [of.keys.name(functions.key[item]),
		[functions.self[0][item], functions.total[0][item]]]));
}

test('functions', () => {
	const sums = functionSums(look());
	assert.deepEqual(sums.main, [0, 280000]);
	assert.deepEqual(sums.walk, [30000, 130000]);
	assert.deepEqual(sums.longest_match, [90000, 90000]);
	assert.deepEqual(sums[parse], [90000, 180000]);
});

test('functions_sorted_and_searched', () => {
	const names = (parts) => {
		const shown = look(parts);
		return [...shown.items()].map((item) => profile.keys.name(shown.functions().key[item]));
	};
	assert.equal(names({})[0], parse);
	assert.equal(names({ sort: 'total' })[0], 'main');
	assert.deepEqual(names({ sort: 'name', search: 'e[a-z]*_match|deflate' }), ['deflate', 'longest_match']);
});

test('search_counts_what_is_inside_once', () => {
	const { matches, graph } = look({ search: 'WALK|deflate'.toLowerCase() });
	assert.equal(matches.sums[0], 180000);
	assert.equal(matches.n, 5);
	assert.equal(look({ search: 'main|longest' }).matches.sums[0], 280000);
	assert.equal(look({ search: 'lazycompile' }).matches.n, 1);
	assert.equal(look({ search: 'Lazycompile' }).matches.n, 0);
	assert.ok(Math.abs(matches.share - 180 / 364) < 1e-9);
	let node = 0;
	for (let i = 0; i < matches.n; i++)
		assert.ok(code.nodeMatches(matches, node = code.nextMatch(matches, node, 1)));
	assert.equal(code.nextMatch(matches, node, 1), code.nextMatch(matches, 0, 1));
	assert.ok(graph.n > node);
});

test('search_for_what_is_no_expression', () => {
	assert.equal(look({ search: 'parse(' }).matches.n, 2);
});

test('change_of_two_recordings', () => {
	const both = profileOfMade(change());
	const shown = look({}, both);
	assert.deepEqual(shown.sums.map(({ weight }) => weight), [9000, 9100]);
	const lines = folded(shown.graph, both);
	assert.ok(lines.includes(`[app];${parse} 0 900`));
	assert.ok(lines.includes('main;walk;LazyCompile:~hot app.js:1 800 0'));
	assert.ok(Math.abs(shown.graph.total[0][0] * shown.scales[0] - 1) < 1e-9);
});

test('what_vanished_has_a_width', () => {
	const both = profileOfMade(change());
	const { graph } = look({}, both);
	for (let node = 1; node < graph.n; node++)
		assert.ok(graph.width[node] > 0);
	const before = look({ widths: 'before' }, both).graph;
	const width = (name) => before.width[before.key.findIndex((key) => both.keys.name(key).startsWith(name))];
	assert.ok(width('LazyCompile') > 0);
	assert.equal(width('[app]'), 0);
});

test('absolute_difference', () => {
	const both = profileOfMade(change());
	const { graph, scales } = look({ absolute: true }, both);
	const { difference } = code.changeOf(graph.total, scales, 0);
	assert.ok(Math.abs(difference - 100 / 9100) < 1e-9);
});

test('threads_of_two_recordings_are_one_by_name', () => {
	const both = profileOfMade(change());
	const { graph } = look({ merged: false }, both);
	assert.equal(graph.child_start[1] - graph.child_start[0], 2);
	assert.equal(both.keys.name(graph.key[1]), 'app');
});

test('rows_show_every_box_or_run', () => {
	const { graph } = look();
	for (const pixels of [3, 17, 1000])
		for (let depth = 0; depth < graph.rows.length - 1; depth++) {
			let seen = graph.rows[depth];
			let painted = 0;
			code.visitRow(graph, depth, { from: 0, to: 1, pixels }, (node, end, left, right) => {
				assert.ok(node === seen && end > node && left >= painted && right > left && right <= pixels);
				[seen, painted] = [end, right];
			});
			assert.equal(seen, graph.rows[depth + 1]);
		}
});

test('a_wide_box_behind_narrow_ones_is_no_part_of_them', () => {
	const { graph } = look({ order: 'name' });
	const seen = [];
	code.visitRow(graph, 1, { from: 0, to: 1, pixels: 4 }, (...box) => seen.push(box));
	assert.deepEqual(seen, [[1, 3, 0, 1], [3, 4, 1, 4]]);
});

test('a_path_leads_back', () => {
	const { graph } = look();
	for (let node = 0; node < graph.n; node++)
		assert.equal(code.nodeOfPath(graph, code.pathOf(graph, node)), node);
	assert.equal(code.nodeOfPath(graph, [1e9]), 0);
});

test('a_state_survives_its_fragment', () => {
	const state = { ...first, view: 'sandwich', time: 'heat', event: 1, threads: 't1', range: [1.5, 2.25], merged: false, search: 'a&b=c#%',
		filters: [{ verb: 'hide', what: 'function', name: 'operator<< (a, b)' }, { verb: 'focus', what: 'dso', name: '/a b' }],
		zoom: [1, 40, 1000], box: [1], function: 'x y' };
	assert.deepEqual(code.stateOfFragment(code.fragmentOf(state, first), first), state);
	assert.equal(code.fragmentOf(first, first), '');
});

test('a_fragment_from_anyone', () => {
	const fragments = ['view=x&event=-1&threads=t99&range=5-1&zoom=!!.%00&filters=kill%20all&color=delta&__proto__=1', 'event=1e99&cpu=x',
		'range=-', 'range=0-1-2', 'filters=', '&&&==', '%', 'threads=p', 'threads=__proto__', 'sort=constructor', 'time=toString'];
	for (const fragment of fragments)
		assert.deepEqual(code.soundState(code.stateOfFragment(fragment, first), profile), first, fragment);
});

test('lanes_hold_all_samples', () => {
	for (const kind of ['thread', 'cpu']) {
		const lanes = code.lanesOf(profile, { event: 0, kind, columns: 100, seconds: 10 });
		assert.equal(lanes[0].sum, 364000);
		assert.equal(lanes.slice(1).reduce((sum, lane) => sum + lane.sum, 0), 364000);
	}
});

test('heat_map_holds_all_samples', () => {
	const { cells, columns } = code.heatOf(profile, 0, 10);
	assert.equal(cells.reduce((a, b) => a + b), 81);
	assert.equal(cells.length, columns * 50);
	assert.equal(code.heatOf(profile, 0, 9.8).cells.reduce((a, b) => a + b), 81);
});

test('names_are_shown_as_they_are', () => {
	assert.equal(code.visibleName('a\u202eb\u0007\u2028\ufeff'), 'a\u2039U+202E\u203ab\u2039U+0007\u203a\u2039U+2028\u203a\u2039U+FEFF\u203a');
	assert.equal(code.visibleName('caf\u00e9 \u6f22\u5b57 \u05d0'), 'caf\u00e9 \u6f22\u5b57 \u05d0');
});

test('long_names_lose_what_says_least_first', () => {
	const name = 'ns::Map<Key<int>, Value>::find(Key<int> const&) const';
	assert.equal(code.shortName(name, 100), name);
	assert.equal(code.shortName(name, 40), 'ns::Map<Key<int>, Value>::find() const');
	assert.equal(code.shortName(name, 33), 'ns::Map<>::find() const');
	assert.equal(code.shortName(name, 16), '\u2026::find() const');
	assert.equal(code.shortName(name, 6), 'find(\u2026');
	assert.equal(code.shortName(name, 1), '');
	for (let room = 0; room < 60; room++)
		assert.ok(code.shortName(name, room).length <= room);
});

test('hostile_names_in_every_view', () => {
	const bad = profileOfMade(hostile(2000));
	const shown = look({ search: 'script', merged: false }, bad);
	assert.ok(shown.items().length > 0 && shown.sandwich() && shown.graph.n > 2000);
	const control = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
	for (let node = 0; node < shown.graph.n; node++)
		assert.ok(!control.test(bad.keys.name(shown.graph.key[node])));
});

test('nothing_recorded', () => {
	const none = profileOfMade(empty());
	const shown = look({}, none);
	assert.equal(shown.graph.n, 1);
	assert.equal(shown.items().length, 0);
	assert.equal(shown.sandwich(), null);
});

test('keys_are_told_apart', () => {
	const keys = code.verbs.flatMap((verb) => verb.keys);
	assert.equal(new Set(keys).size, keys.length);
	assert.equal(new Set(code.verbs.map(({ name }) => name)).size, code.verbs.length);
});

test('numbers_for_people', () => {
	assert.deepEqual([0, 999, 99999, 1234567, 5.5e12].map(code.countText), ['0', '999', '99,999', '1.23M', '5.50T']);
	assert.deepEqual([0, 12, 1500, 2.5e6, 1e9].map(code.timeText), ['0\u00a0ns', '12.0\u00a0ns', '1.50\u00a0\u00b5s', '2.50\u00a0ms', '1.00\u00a0s']);
	assert.deepEqual([0, 0.5, 1, 0.00012].map(code.shareText), ['0\u00a0%', '50.00\u00a0%', '100\u00a0%', '0.012\u00a0%']);
	assert.deepEqual([0.1, -0.1, 0].map(code.pointsText), ['+10.00', '\u221210.00', '\u00b10.00']);
});

test('the_build_lists_every_script', () => {
	const list = readFileSync(join(page_folder, '../../Makefile.inc'), 'utf8').match(/report\/flame\/page\/\w+\.js/g);
	const files = readdirSync(page_folder).filter((name) => name.endsWith('.js')).sort();
	assert.deepEqual(list, files.map((name) => `report/flame/page/${name}`));
});

// Text is only ever text, and nothing is fetched or evaluated.
test('no_way_for_markup', () => {
	const forbidden = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|DOMParser|setHTML|fetch\(|XMLHttp|import\(/;
	assert.doesNotMatch(pageScript(), forbidden);
	assert.doesNotMatch(pageScript(), /<\/script|<!--/i);
});

process.exitCode = await runAll();
