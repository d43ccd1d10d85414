/*
 * speedscope.js CHROMIUM FILE...: what speedscope's released page, in a browser without a window, makes of each file, which
 * may be of any format that it reads. Prints a line for each: {"kind": what speedscope took it for, "profiles": [...]}, or
 * {"error": what it says}. The profiles are those that it saves: events that open and close frames. "schema": how a file of
 * speedscope's own format differs from its schema.
 */
"use strict";
const fs = require("fs");
const os = require("os");
const path = require("path");
const { pathToFileURL } = require("url");
const Ajv = require("ajv");
const puppeteer = require("puppeteer-core");

const RELEASE = path.join(path.dirname(require.resolve("speedscope/package.json")), "dist", "release");
const PAGE = path.join(RELEASE, "index.html");
const WAIT_MS = 60000;
// Without a network, the browser asks for nothing; without a graphics card, it draws by itself.
const SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
	"--disable-component-update", "--disable-sync", "--allow-file-access-from-files", "--use-angle=swiftshader",
	"--enable-unsafe-swiftshader"];

// In the page: keeps what is offered for download, and what dialogs say.
function watch() {
	window.saved = null;
	window.said = null;
	window.alert = (text) => { window.said = text; };
	HTMLAnchorElement.prototype.click = () => {};
	URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return "#"; };
}

async function load(browser, file) {
	const page = await browser.newPage();
	const logged = [];
	page.on("console", (message) => logged.push(message.text()));
	page.on("pageerror", (error) => logged.push(`error: ${error.message}`));
	await page.evaluateOnNewDocument(watch);
	await page.goto(pathToFileURL(PAGE).href);
	const input = await page.waitForSelector("input[type=file]", { timeout: WAIT_MS });
	await input.uploadFile(file);
	// The title is the name of a profile as soon as it is shown.
	await page.waitForFunction(() => window.said || / - speedscope$/.test(document.title) ||
		document.body.innerText.includes("Something went wrong"), { timeout: WAIT_MS });
	const shown = / - speedscope$/.test(await page.title());
	const said = shown ? null : await page.evaluate(() => window.said) || logged[logged.length - 1];
	const kind = (logged.find((text) => text.startsWith("Importing ")) || "").replace(/^Importing (as|from) /, "");
	if (said) {
		await page.close();
		return { error: said, kind };
	}
	await page.keyboard.down("Control");
	await page.keyboard.press("s");
	await page.keyboard.up("Control");
	await page.waitForFunction(() => window.saved !== null, { timeout: WAIT_MS });
	const saved = JSON.parse(await page.evaluate(() => window.saved));
	await page.close();
	const schema = kind === "speedscope json file" ? breaches(file) : [];
	return { kind, schema, profiles: saved.profiles.map((profile) => normal(profile, saved.shared.frames)) };
}

function breaches(file) {
	const ajv = new Ajv({ strict: false });
	const holds = ajv.compile(JSON.parse(fs.readFileSync(path.join(RELEASE, "file-format-schema.json"))));
	return holds(JSON.parse(fs.readFileSync(file))) ? [] : holds.errors.map((error) => `${error.instancePath} ${error.message}`);
}

// {name, unit, total, functions: {name: [self, total]}}, a function counted once in a stack.
function normal(profile, frames) {
	const functions = new Map(), stack = [], depth = new Map();
	let last = profile.startValue, total = 0;
	const of = (name) => functions.get(name) || functions.set(name, [0, 0]).get(name);
	for (const { type, frame, at } of profile.events) {
		const name = frames[frame].name, passed = at - last;
		if (passed && stack.length) {
			of(stack[stack.length - 1])[0] += passed;
			total += passed;
			for (const [above, times] of depth) {
				if (times)
					of(above)[1] += passed;
			}
		}
		last = at;
		depth.set(name, (depth.get(name) || 0) + (type === "O" ? 1 : -1));
		if (type === "O") {
			stack.push(name);
			of(name);
		} else {
			stack.pop();
		}
	}
	return { name: profile.name, unit: profile.unit, total, functions: Object.fromEntries(functions) };
}

async function main([executablePath, ...files]) {
	const userDataDir = fs.mkdtempSync(path.join(os.tmpdir(), "prec-speedscope."));
	const browser = await puppeteer.launch({ executablePath, headless: true, userDataDir, args: SWITCHES });
	try {
		for (const file of files)
			console.log(JSON.stringify(await load(browser, file).catch((error) => ({ error: String(error) }))));
	} finally {
		await browser.close();
		fs.rmSync(userDataDir, { recursive: true, force: true });
	}
}

main(process.argv.slice(2)).catch((error) => { console.error(error); process.exit(1); });
