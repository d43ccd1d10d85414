// A page in headless Chromium, driven by puppeteer-core, which is in PREC_CONSUMERS with axe-core.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageOfProfile } from './made_page.mjs';

const require = createRequire(`${process.env.PREC_CONSUMERS}/`);
export const axe_path = require.resolve('axe-core/axe.min.js');
const folder = mkdtempSync(join(tmpdir(), 'flame-'));
let browser;
// On a machine that does much else.
const patience_ms = 300000;

// What a browser that has no network and no place of its own needs; the pages are files.
export async function startBrowser() {
	browser = await require('puppeteer-core').launch({
		executablePath: process.env.PREC_CHROMIUM ?? '/usr/bin/chromium',
		headless: true,
		protocolTimeout: patience_ms,
		userDataDir: join(folder, 'profile'),
		args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
			'--disable-component-update', '--disable-sync'],
	});
	const session = await browser.target().createCDPSession();
	await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
}

export async function stopBrowser() {
	await browser?.close();
	rmSync(folder, { recursive: true, force: true });
}

export function writePage(name, profile) {
	const path = join(folder, `${name}.html`);
	writeFileSync(path, pageOfProfile(profile));
	return path;
}

export { folder };

// An open page. What it logs as an error, and all that it asks for beyond itself, is kept in `wrong`.
export async function openPage(path, { fragment = '', width = 1200, height = 800, ratio = 1, dark = false } = {}) {
	const page = await browser.newPage();
	page.wrong = [];
	page.setDefaultTimeout(patience_ms);
	page.on('pageerror', (error) => page.wrong.push(error.message));
	page.on('console', (message) => message.type() === 'error' && page.wrong.push(message.text()));
	page.on('dialog', (dialog) => page.wrong.push(`dialog ${dialog.message()}`) && dialog.dismiss());
	page.on('request', (request) => /^(file|blob|data):/.test(request.url()) || page.wrong.push(`asked for ${request.url()}`));
	await page.setViewport({ width, height, deviceScaleFactor: ratio });
	await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
	await page.goto(`file://${path}${fragment && `#${fragment}`}`);
	await page.waitForFunction(() => performance.getEntriesByName('painted').length > 0);
	return page;
}

// The state that the address has, by name.
export function stateOf(page) {
	return page.evaluate(() => Object.fromEntries([...new Set(new URLSearchParams(location.hash.slice(1)).keys())]
		.map((name) => [name, new URLSearchParams(location.hash.slice(1)).getAll(name).join('|')])));
}

export function textOf(page, selector) {
	return page.$eval(selector, (element) => element.innerText.replaceAll('\u00a0', ' ').trim());
}

// The rows of a table, each a list of its cells.
export function rowsOf(page, selector) {
	return page.$$eval(`${selector} tbody tr`, (rows) => rows.map((row) =>
		[...row.cells].map((cell) => cell.innerText.replaceAll('\u00a0', ' ').trim())));
}

export function crumbsOf(page) {
	return page.$$eval('#crumbs li', (items) => items.map((item) => item.innerText));
}

// Of the panel: what the name, total and so on of the chosen box are.
export async function chosenOf(page) {
	const name = await textOf(page, '#details h2');
	const facts = await page.$$eval('#details dl:first-of-type dt', (terms) =>
		terms.map((term) => [term.innerText, term.nextElementSibling.innerText.replaceAll('\u00a0', ' ')]));
	return { name, ...Object.fromEntries(facts) };
}

// A place of a frame: so far from its left, as a part of its width, and in a row counted from the root's.
export async function placeInFrame(page, selector, part, row, down = false) {
	const { x, y, width, height } = await (await page.$(`${selector} canvas`)).boundingBox();
	return [x + part * width, down ? y + (row + 0.5) * 18 : y + height - (row + 0.5) * 18];
}
