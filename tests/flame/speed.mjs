// How fast a page is in headless Chromium: when the graph is there, and how long a zoom, a search and other things
// take until it is drawn, in milliseconds. A measurement, no test.
//
//	PREC_CONSUMERS=FOLDER node speed.mjs [PAGE]    a file of prec flame; default: a million samples of 100,000 functions
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { openPage, startBrowser, stopBrowser, writePage } from './browser_page.mjs';
import { large } from './made_profiles.mjs';

function median(numbers) {
	return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}

// What a step costs from the event until the page is drawn, the median of n times.
async function timeOf(page, n, step, prepare = () => 0) {
	const times = [];
	for (let i = 0; i < n; i++) {
		await prepare(i);
		await page.evaluate(() => performance.clearMeasures('shown'));
		await step(i);
		await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0);
		times.push(await page.evaluate(() => performance.getEntriesByName('shown').reduce((sum, { duration }) => sum + duration, 0)));
	}
	return median(times);
}

async function measure(path) {
	const painted = [];
	for (let i = 0; i < 3; i++) {
		const page = await openPage(path);
		painted.push(await page.evaluate(() => performance.getEntriesByName('painted')[0].startTime));
		await page.close();
	}
	const page = await openPage(path, { width: 1400, height: 900 });
	const key = (name) => () => page.keyboard.press(name);
	const times = { painted: median(painted) };
	times.zoom = await timeOf(page, 6, key('Enter'), key('ArrowUp'));
	times['zoom out'] = await timeOf(page, 5, key('-'));
	times.arrow = await timeOf(page, 6, key('ArrowUp'));
	times.table = await timeOf(page, 1, key('4'));
	times.sandwich = await timeOf(page, 1, key('3'));
	times.timeline = await timeOf(page, 1, key('5'));
	times['heat map'] = await timeOf(page, 1, key('6'));
	await page.keyboard.press('6');
	await page.keyboard.press('1');
	times['inlines off'] = await timeOf(page, 1, key('i'));
	times['by thread'] = await timeOf(page, 1, key('g'));
	await page.focus('#search');
	times.search = await timeOf(page, 4, (i) => page.keyboard.type('sort'[i]));
	await page.close();
	return times;
}

await startBrowser();
try {
	const path = process.argv[2] ? resolve(process.argv[2]) : writePage('large', large());
	console.log(`${(statSync(path).size / 1e6).toFixed(1)} MB`);
	for (const [name, ms] of Object.entries(await measure(path)))
		console.log(`${name.padEnd(12)} ${ms.toFixed(0).padStart(6)} ms`);
} finally {
	await stopBrowser();
}
