// The start: decode the data of the page, and show it.

async function start() {
	const meta = JSON.parse(byId('meta').textContent);
	const bytes = await inflate(bytesOfBase64(byId('data').textContent.trim()));
	const profile = profileOf(meta, bytes);
	byId('title').textContent = document.title = visibleName(meta.title);
	byId('notes').replaceChildren(...meta.notes.map((note) => make('li', {}, visibleName(note))));
	fillMenus(profile);
	fillHelp();
	const page = new Page(profile);
	listenToMenus(page);
	document.addEventListener('keydown', (event) => pressKey(page, event));
	window.addEventListener('popstate', (event) => page.arrive(event));
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => page.show());
	page.show();
	performance.mark('painted');
}

// When every file of the script has been read.
document.addEventListener('DOMContentLoaded', () => start().catch((error) => {
	byId('totals').textContent = `This page cannot be shown: ${error.message}`;
	throw error;
}));
