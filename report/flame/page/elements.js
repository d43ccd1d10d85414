// Elements of the page. Text is only ever text: names become text nodes, whatever is in them.

function byId(id) {
	return document.getElementById(id);
}

function make(tag, properties = {}, ...children) {
	const element = Object.assign(document.createElement(tag), properties);
	element.append(...children);
	return element;
}

function makeName(tag, name, properties = {}) {
	return make(tag, { className: 'name', ...properties }, name);
}

function makeButton(name, act, properties = {}) {
	return make('button', { type: 'button', onclick: act, ...properties }, name);
}

// A table of rows of cells; a cell is text or an element, and one in the column `text_column` reads from the left.
function makeTable(caption, heads, rows, text_column) {
	const cells = (tag, row) => row.map((cell, i) => {
		const made = make(tag, { className: i === text_column ? 'text' : '' }, cell);
		if (tag === 'th')
			made.scope = 'col';
		return made;
	});
	return make('table', {},
		make('caption', {}, caption),
		make('thead', {}, make('tr', {}, ...cells('th', heads))),
		make('tbody', {}, ...rows.map((row) => make('tr', {}, ...cells('td', row)))));
}

// The colors that the style has, for canvases.
function themeOf(dark) {
	const style = getComputedStyle(document.documentElement);
	const color = (name) => style.getPropertyValue(`--${name}`).trim();
	return {
		dark,
		background: color('background'), text: color('text'), quiet: color('quiet'), line: color('line'),
		boxText: color('box-text'), match: color('match'), matchText: color('match-text'), run: color('run'),
		hover: color('hover'), accent: color('accent'), bar: color('bar'), range: color('range'),
		cold: color('cold'), hot: color('hot'),
	};
}

function showTip(text, event) {
	const tip = byId('tip');
	tip.hidden = !text;
	if (!text)
		return;
	tip.textContent = text;
	const { width, height } = tip.getBoundingClientRect();
	const left = Math.max(4, Math.min(event.clientX + 14, window.innerWidth - width - 8));
	const below = event.clientY + 18;
	const top = below + height < window.innerHeight ? below : Math.max(4, event.clientY - height - 10);
	tip.style.transform = `translate(${left}px, ${top}px)`;
}

async function copyText(text) {
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		const field = document.body.appendChild(make('textarea', { value: text, className: 'unseen' }));
		field.select();
		document.execCommand('copy');
		field.remove();
	}
}
