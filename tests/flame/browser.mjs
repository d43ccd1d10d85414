// The page in a browser: each thing that it does, by key and pointer, seen in the state that the address has and in
// the tables that say what the canvas shows.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axe_path, chosenOf, crumbsOf, folder, openPage, placeInFrame, rowsOf, startBrowser, stateOf, stopBrowser, textOf,
	writePage } from './browser_page.mjs';
import { change, deep, empty, hostile, small, wide } from './made_profiles.mjs';
import { code, profileOfMade } from './page_code.mjs';
import { runAll, test } from './tap.mjs';

const parse = 'parse(std::vector<std::basic_string<char>> const&)';
const paths = {};

// A case on an open page of a profile; whatever the page finds wrong fails it.
function onPage(name, profile, run, how) {
	test(name, async () => {
		paths[profile.name] ??= writePage(profile.name, profile());
		const page = await openPage(paths[profile.name], how);
		try {
			await run(page);
			assert.deepEqual(page.wrong, []);
		} finally {
			await page.close();
		}
	});
}

async function press(page, ...keys) {
	for (const key of keys)
		await page.keyboard.press(key);
}

async function calleesOf(page) {
	return rowsOf(page, '#details table');
}

onPage('opens', small, async (page) => {
	assert.equal(await textOf(page, '#title'), 'app on test');
	assert.match(await textOf(page, '#totals'), /^perf\.data: 81 samples in 10\.0 s, 364k cycles:u/);
	assert.equal(await textOf(page, '#notes'), 'A note of the recording.');
	assert.deepEqual(await calleesOf(page), [['main', '280k (76.92 %)'], ['[app]', '80,000 (21.98 %)'], ['[no call chain]', '4,000 (1.10 %)']]);
});

onPage('click_zooms', small, async (page) => {
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.1, 2));
	assert.deepEqual(await crumbsOf(page), ['all', 'main', 'walk']);
	assert.equal((await chosenOf(page)).Total, '130k (35.71 %)');
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.5, 1));
	assert.deepEqual(await crumbsOf(page), ['all', 'main']);
});

onPage('back_and_forward', small, async (page) => {
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.1, 2));
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.1, 3));
	assert.equal((await crumbsOf(page)).length, 4);
	await press(page, 'Backspace');
	await page.waitForFunction(() => document.querySelectorAll('#crumbs li').length === 3);
	await page.goForward();
	await page.waitForFunction(() => document.querySelectorAll('#crumbs li').length === 4);
	await press(page, 'Escape');
	assert.deepEqual(await crumbsOf(page), ['all']);
});

onPage('breadcrumb', small, async (page) => {
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.1, 3));
	await page.click('#crumbs li:nth-child(2) button');
	assert.deepEqual(await crumbsOf(page), ['all', 'main']);
});

onPage('arrow_keys', small, async (page) => {
	await press(page, 'ArrowUp');
	assert.equal((await chosenOf(page)).name, 'main');
	await press(page, 'ArrowRight');
	assert.equal((await chosenOf(page)).name, '[app]');
	await press(page, 'ArrowLeft', 'ArrowUp', 'ArrowRight');
	assert.equal((await chosenOf(page)).name, parse);
	assert.match(await textOf(page, '#live'), /parse.*\n?.*27\.47 %/);
	await press(page, 'ArrowDown');
	assert.equal((await chosenOf(page)).name, 'main');
	await press(page, 'ArrowUp', 'Enter');
	assert.deepEqual(await crumbsOf(page), ['all', 'main', 'walk']);
	await press(page, '-', 'Home');
	assert.equal((await chosenOf(page)).name, 'all');
});

onPage('arrow_keys_of_the_icicle', small, async (page) => {
	await press(page, '2', 'ArrowDown');
	assert.equal((await chosenOf(page)).name, 'main');
	await press(page, 'ArrowUp');
	assert.equal((await chosenOf(page)).name, 'all');
});

onPage('icicle_hangs_from_the_top', small, async (page) => {
	await press(page, '2');
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.1, 2, true));
	assert.deepEqual(await crumbsOf(page), ['all', 'main', 'walk']);
});

onPage('search', small, async (page) => {
	await press(page, '/');
	await page.keyboard.type('^walk$|defl');
	assert.equal(await textOf(page, '#found'), '49.45 % in 5');
	assert.equal((await stateOf(page)).search, '^walk$|defl');
	await press(page, 'Enter');
	const one = (await chosenOf(page)).name;
	await press(page, 'Enter');
	assert.match(`${one} ${(await chosenOf(page)).name}`, /^(walk|deflate) (walk|deflate)$/);
	await press(page, 'Escape');
	assert.equal(await textOf(page, '#found'), '');
});

onPage('next_and_previous', small, async (page) => {
	await press(page, '/');
	await page.keyboard.type('deflate');
	await page.click('[data-verb=next]');
	const first = (await stateOf(page)).box;
	await page.click('[data-verb=next]');
	assert.notEqual((await stateOf(page)).box, first);
	await page.click('[data-verb=previous]');
	assert.equal((await stateOf(page)).box, first);
});

onPage('sandwich', small, async (page) => {
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.7, 3), { button: 'right' });
	assert.equal((await chosenOf(page)).name, 'longest_match');
	await press(page, '3');
	assert.match(await textOf(page, '#middle'), /longest_match$/);
	assert.equal((await chosenOf(page)).Total, '90,000 (24.73 %)');
	await page.focus('#graph canvas');
	assert.deepEqual(await calleesOf(page), [['deflate', '90,000 (24.73 %)']]);
	await press(page, 'ArrowUp', 'ArrowUp');
	assert.equal((await chosenOf(page)).name, 'main');
	await press(page, '3');
	assert.match(await textOf(page, '#middle'), /main$/);
});

onPage('table_of_functions', small, async (page) => {
	await press(page, '4');
	const rows = await rowsOf(page, '#table');
	assert.deepEqual(rows[0], ['90,000 (24.73 %)', '180k (49.45 %)', parse, 'app, user']);
	assert.equal(rows.length, 11);
	await page.click('#table th:nth-child(2) button');
	assert.equal((await rowsOf(page, '#table'))[0][2], 'main');
	assert.equal(await page.$eval('#table th:nth-child(2)', (head) => head.ariaSort), 'descending');
	await press(page, '/');
	await page.keyboard.type('match');
	assert.deepEqual((await rowsOf(page, '#table')).map((row) => row[2]), ['longest_match']);
	await page.click('#table td button');
	assert.match(await textOf(page, '#middle'), /longest_match$/);
});

onPage('hide', small, async (page) => {
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.1, 2));
	await press(page, 'h', '4');
	const rows = await rowsOf(page, '#table');
	assert.ok(!rows.some((row) => row[2] === 'walk'));
	assert.equal(rows.find((row) => row[2] === 'main')[0], '30,000 (8.24 %)');
	assert.equal(await textOf(page, '#filters'), 'hide walk');
	await press(page, 'u');
	assert.ok((await rowsOf(page, '#table')).some((row) => row[2] === 'walk'));
});

onPage('hide_a_dso', small, async (page) => {
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.7, 3), { button: 'right' });
	await press(page, 'H');
	assert.equal((await stateOf(page)).filters, 'hide dso /usr/lib/libz.so.1');
	await press(page, '4');
	assert.ok(!(await rowsOf(page, '#table')).some((row) => row[3].startsWith('libz')));
});

onPage('drop', small, async (page) => {
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.1, 2));
	await press(page, 'd');
	assert.equal((await chosenOf(page)).Total, '234k (64.29 %)');
});

onPage('focus', small, async (page) => {
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.1, 2));
	await press(page, 'f');
	assert.deepEqual(await calleesOf(page), [['walk', '130k (35.71 %)']]);
	await page.click('#filters button');
	assert.equal((await chosenOf(page)).Total, '364k (100 %)');
});

onPage('collapse', small, async (page) => {
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.7, 3), { button: 'right' });
	await press(page, 'x', '4');
	assert.ok((await rowsOf(page, '#table')).some((row) => row[2] === '[libz.so.1]' && row[0] === '90,000 (24.73 %)'));
});

onPage('recursion_inlines_and_only_my_code', small, async (page) => {
	await press(page, '4', 'r', 'i');
	const rows = await rowsOf(page, '#table');
	assert.ok(!rows.some((row) => row[2] === 'next_token'));
	assert.equal((await stateOf(page)).recursion, '1');
	await press(page, 'o');
	assert.ok((await rowsOf(page, '#table')).every((row) => row[3].startsWith('app')));
	await press(page, 'o', 'k');
	assert.ok((await rowsOf(page, '#table')).some((row) => row[2] === '[libz.so.1]'));
});

onPage('menus', small, async (page) => {
	await page.select('[data-state=event]', '1');
	assert.match(await textOf(page, '#totals'), /8 samples in 10\.0 s, 8 page-faults/);
	await page.select('[data-state=event]', '0');
	await page.select('[data-state=threads]', 't1');
	assert.match(await textOf(page, '#totals'), /^perf\.data: 27 samples/);
	assert.equal(await textOf(page, '#filters'), 'worker (101)');
	await page.select('[data-state=threads]', '');
	await page.select('[data-state=color]', 'dso');
	assert.match(await textOf(page, '#details .legend'), /libz\.so\.1.*several boxes, each narrower than a pixel$/s);
	await page.click('#options summary');
	await page.click('[data-state=merged]');
	assert.deepEqual((await calleesOf(page)).map(([name]) => name), ['app (100)', 'helper (200)']);
	await page.select('[data-state=order]', 'name');
	assert.equal((await stateOf(page)).order, 'name');
});

onPage('timeline_selects', small, async (page) => {
	await press(page, '5');
	const { x, y, width } = await (await page.$('#times canvas')).boundingBox();
	const at = (seconds) => x + 150 + (width - 150) * seconds / 10;
	await page.mouse.move(at(2), y + 60);
	await page.mouse.down();
	await page.mouse.move(at(3), y + 60);
	await page.mouse.move(at(4), y + 60);
	await page.mouse.up();
	assert.match(await textOf(page, '#totals'), /: 16 samples in 2\.0. s/);
	const [from, to] = (await stateOf(page)).range.split('-').map(Number);
	assert.ok(Math.abs(from - 2) < 0.02 && Math.abs(to - 4) < 0.02);
	await page.mouse.click(x + 20, y + 18 + 20 + 10);
	assert.equal((await stateOf(page)).threads, 't0');
	await press(page, 'w');
	assert.deepEqual(await stateOf(page), { time: 'timeline' });
});

onPage('timeline_by_keys_and_numbers', small, async (page) => {
	await press(page, '5');
	await page.focus('#times canvas');
	await press(page, 'ArrowRight');
	await page.keyboard.down('Shift');
	await press(page, 'PageDown', 'ArrowRight');
	await page.keyboard.up('Shift');
	const [from, to] = (await stateOf(page)).range.split('-').map(Number);
	assert.ok(from > 0 && to > 3 * from);
	await press(page, 'ArrowDown', 'Enter');
	assert.equal((await stateOf(page)).threads, 't0');
	await page.$eval('#from', (input) => input.value = '5');
	await page.$eval('#to', (input) => { input.value = '6'; input.dispatchEvent(new Event('change')); });
	assert.equal((await stateOf(page)).range, '5-6');
	await page.click('#times-table summary');
	await page.waitForSelector('#times-table td button');
	assert.equal((await rowsOf(page, '#times-table')).length, 40);
	await page.click('#times-table tr:nth-child(3) button');
	assert.equal((await stateOf(page)).range, '0.5-0.75');
});

onPage('timeline_by_cpu', small, async (page) => {
	await press(page, '5');
	await page.select('[data-state=lanes]', 'cpu');
	const { x, y } = await (await page.$('#times canvas')).boundingBox();
	await page.mouse.click(x + 20, y + 18 + 3 * 20 - 10 + 20);
	assert.equal((await stateOf(page)).cpu, '1');
	assert.match(await textOf(page, '#totals'), /: 40 samples/);
});

onPage('heat_map_selects', small, async (page) => {
	await press(page, '6');
	const { x, y, width } = await (await page.$('#times canvas')).boundingBox();
	const at = (seconds) => x + 56 + (width - 56) * (seconds + 0.05) / 10;
	await page.mouse.move(at(2), y + 18 + 149);
	await page.mouse.down();
	await page.mouse.move(at(3), y + 18 + 149);
	await page.mouse.up();
	assert.match((await stateOf(page)).range, /^2-3\.00/);
	assert.match(await textOf(page, '#totals'), /: 9 samples/);
	await page.focus('#times canvas');
	await page.keyboard.down('Shift');
	await press(page, 'ArrowRight');
	await page.keyboard.up('Shift');
	assert.match(await textOf(page, '#live'), /samples$/);
	await press(page, '6');
	assert.ok(await page.$eval('#time', (part) => part.hidden));
});

onPage('difference', change, async (page) => {
	assert.equal((await textOf(page, '#totals')).split('\n').length, 3);
	assert.deepEqual(await calleesOf(page), [['main', '100 % \u2192 90.11 % (\u22129.89)'], ['[app]', '0 % \u2192 9.89 % (+9.89, new)']]);
	// "Function" is one line, however wide the numbers beside it are.
	await page.$eval('#details td:last-child', (cell) => { cell.textContent = '7'.repeat(80); });
	assert.ok(await page.$eval('#details thead .text', (head) => head.getBoundingClientRect().height) < 30);
	await press(page, '4');
	const rows = await rowsOf(page, '#table');
	assert.deepEqual(rows[0].slice(0, 5), ['22.22 % \u2192 54.95 %', '+32.72', '22.22 % \u2192 54.95 %', '+32.72', 'longest_match']);
	assert.equal(rows.find((row) => row[4].startsWith('LazyCompile'))[1], '\u22128.89 gone');
	await press(page, '1', 'a');
	assert.match((await chosenOf(page)).Total, /98\.90 % \u2192 100 %/);
	await press(page, '5');
	assert.equal((await stateOf(page)).time, 'timeline');
});

onPage('a_link_shows_the_same', small, async (page) => {
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.1, 2));
	await press(page, 'h', '3');
	const [state, middle] = [await stateOf(page), await textOf(page, '#middle')];
	const other = await openPage(paths.small, { fragment: new URL(page.url()).hash.slice(1) });
	assert.deepEqual(await stateOf(other), state);
	assert.equal(await textOf(other, '#middle'), middle);
	await other.close();
});

onPage('a_bad_link_shows_the_first_view', small, async (page) => {
	assert.deepEqual(await crumbsOf(page), ['all']);
}, { fragment: 'view=%3Cscript%3E&zoom=zzzz.1&event=77&threads=t9&range=9-1&filters=x' });

onPage('copies', small, async (page) => {
	await press(page, 'ArrowUp', 'c');
	await page.waitForFunction(() => document.querySelector('#live').textContent === 'Copied: main');
	await press(page, 'l');
	await page.waitForFunction(() => /^Copied: file:.*#box=/.test(document.querySelector('#live').textContent));
	await press(page, '/');
	await page.keyboard.press('v', { commands: ['Paste'] });
	assert.match(await page.$eval('#search', (field) => field.value), /^v?file:.*small\.html#box=/);
});

async function downloaded(ending) {
	const path = join(folder, `flame.${ending}`);
	for (let i = 0; i < 100 && !existsSync(path); i++)
		await new Promise((done) => setTimeout(done, 50));
	return readFileSync(path);
}

onPage('saves_svg', small, async (page) => {
	await press(page, 'S');
	const text = (await downloaded('svg')).toString();
	assert.match(text, /^<svg [^]*<title>main\n280k.*<\/title>[^]*parse\(std::vector&lt;[^]*<\/svg>\n$/);
	const error = await page.evaluate((xml) => new DOMParser().parseFromString(xml, 'image/svg+xml').querySelector('parsererror')?.textContent, text);
	assert.equal(error, undefined);
});

onPage('saves_png', small, async (page) => {
	await press(page, 'P');
	const png = await downloaded('png');
	assert.equal(png.subarray(1, 4).toString(), 'PNG');
	assert.equal(png.readUInt32BE(16), 2400);
	assert.equal(png.readUInt32BE(20), 6 * 18 * 2);
});

onPage('prints', small, async (page) => {
	await page.evaluate(() => { window.print = () => document.body.dataset.printed = document.querySelector('#print img').naturalWidth; });
	await press(page, 'p');
	await page.waitForFunction(() => document.body.dataset.printed);
	assert.equal(await page.evaluate(() => document.body.dataset.printed), '1200');
	await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
	assert.equal(await page.evaluate(() => document.querySelector('#print').childElementCount), 0);
});

onPage('help', small, async (page) => {
	await press(page, '?');
	assert.ok(await page.$eval('#help', (dialog) => dialog.open));
	assert.ok((await rowsOf(page, '#help')).length > 30);
	await press(page, 'h');
	assert.deepEqual(await stateOf(page), {});
	await press(page, 'Escape');
	assert.ok(!await page.$eval('#help', (dialog) => dialog.open));
});

onPage('pointer_names_the_box', small, async (page) => {
	await page.mouse.move(...await placeInFrame(page, '#graph', 0.1, 2));
	assert.equal(await textOf(page, '#tip'), 'walk\n130k (35.71 %), user, app');
	await page.mouse.move(5, 5);
	assert.ok(await page.$eval('#tip', (tip) => tip.hidden));
});

onPage('theme', small, async (page) => {
	const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	assert.equal(await background(), 'rgb(255, 255, 255)');
	await page.click('#options summary');
	await page.select('[data-state=theme]', 'dark');
	assert.equal(await background(), 'rgb(20, 23, 27)');
});

// The colors of a row of pixels of the canvas.
function colorsOfRow(page, row) {
	return page.$eval('#graph canvas', (canvas, at) => {
		const y = canvas.height - Math.round((at + 0.5) * 18);
		const { data } = canvas.getContext('2d').getImageData(0, y, canvas.width, 1);
		return Array.from({ length: canvas.width }, (_, x) => [...data.subarray(4 * x, 4 * x + 3)].join(' '));
	}, row);
}

onPage('narrow_boxes_are_not_left_out', wide, async (page) => {
	const colors = await colorsOfRow(page, 2);
	assert.ok(!colors.includes('255 255 255'));
	await page.mouse.move(...await placeInFrame(page, '#graph', 0.5, 2));
	assert.match(await textOf(page, '#tip'), /^f\d+\n.*\n\d boxes are here, each narrower than a pixel$/);
	await press(page, '/');
	await page.keyboard.type('f5999$');
	assert.equal(new Set(await colorsOfRow(page, 2)).size, 2);
	await press(page, 'Enter');
	assert.equal((await chosenOf(page)).name, 'f5999');
	assert.deepEqual(await crumbsOf(page), ['all', 'main', 'f5999']);
});

onPage('canvas_is_never_as_tall_as_the_graph', deep, async (page) => {
	const { canvas, space } = await page.evaluate(() => ({ canvas: document.querySelector('#graph canvas').height,
		space: document.querySelector('#graph .space').offsetHeight }));
	assert.ok(canvas <= 800 && space === 4001 * 18);
	await page.$eval('#graph', (frame) => frame.scrollTop = 0);
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.5, 10));
	assert.ok((await crumbsOf(page)).length === 10);
	await press(page, 'S');
	await press(page, '2', '3', '4');
});

onPage('device_pixels', small, async (page) => {
	assert.equal(await page.$eval('#graph canvas', (canvas) => canvas.width / canvas.clientWidth), 2);
}, { ratio: 2 });

onPage('phone', small, async (page) => {
	assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
	await page.mouse.click(...await placeInFrame(page, '#graph', 0.1, 2));
	assert.deepEqual(await crumbsOf(page), ['all', 'main', 'walk']);
}, { width: 375, height: 740, ratio: 2 });

onPage('nothing_recorded', empty, async (page) => {
	await press(page, '2', '3', '4', '5', '6', '1', 'ArrowUp', 'h', 'n', 'Enter');
	assert.match(await textOf(page, '#totals'), /: 0 samples/);
});

// Of every name, in the table; then in all that shows names.
onPage('ten_thousand_hostile_names', hostile, async (page) => {
	await press(page, '4');
	await page.evaluate(() => {
		for (let more; (more = document.querySelector('#table > button')) && !more.hidden;)
			more.click();
	});
	const shown = new Set(await page.$$eval('#table td .name', (names) => names.map((name) => name.textContent)));
	const profile = profileOfMade(hostile());
	for (let f = 0; f < profile.functions.name.length; f++)
		assert.ok(shown.has(profile.functionName(f)), profile.functionName(f));
	await press(page, '1', 'v', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'h', 'ArrowUp', 'ArrowUp', 'F', '3', '2', '5', '6', 'g', 'e', 'c');
	await page.mouse.move(...await placeInFrame(page, '#graph', 0.5, 2, true));
	const tags = await page.evaluate(() => ['script', 'img', 'svg', 'style', 'a', 'iframe', 'b'].map((tag) => document.querySelectorAll(tag).length));
	assert.deepEqual(tags, [3, 0, 0, 1, 0, 0, 0]);
	assert.notEqual(await page.title(), 'owned');
	assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /[\u202a-\u202e\u2066-\u2069\u0007\u001b]/);
});

onPage('policy_forbids_other_scripts', small, async (page) => {
	const blocked = await page.evaluate(async () => {
		const seen = [];
		document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => seen.push(effectiveDirective));
		const script = document.createElement('script');
		script.textContent = 'document.title = "owned"';
		document.body.append(script);
		const image = document.createElement('img');
		image.src = 'https://example.invalid/x.png';
		document.body.append(image);
		await fetch('https://example.invalid/').catch(() => 0);
		await new Promise((done) => setTimeout(done, 100));
		return seen.sort();
	});
	assert.deepEqual(blocked, ['connect-src', 'img-src', 'script-src-elem']);
	assert.notEqual(await page.title(), 'owned');
	page.wrong.length = 0;
});

async function violations(page) {
	await page.evaluate(readFileSync(axe_path, 'utf8'));
	const { violations: found } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
	return found.filter(({ impact }) => ['serious', 'critical'].includes(impact))
		.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`);
}

for (const [name, profile, keys, how] of [
	['flame', small, ['ArrowUp'], {}], ['sandwich_in_the_dark', small, ['3', '5'], { dark: true }], ['table', small, ['4', '6'], {}],
	['difference_on_a_phone', change, ['v'], { width: 375, height: 700 }], ['search_and_filters', small, ['ArrowUp', 'h', '/', 'a'], {}],
	['help', small, ['?'], {}], ['table_in_the_dark', change, ['4'], { dark: true }],
])
	onPage(`axe_${name}`, profile, async (page) => {
		await press(page, ...keys);
		assert.deepEqual(await violations(page), []);
		page.wrong.length = 0;
	}, how);

await startBrowser();
try {
	process.exitCode = await runAll();
} finally {
	await stopBrowser();
}
