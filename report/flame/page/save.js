// The graph that is shown as a file: SVG, whose text can be searched and scaled, or PNG; all of its rows, not those
// visible alone. A picture that would be too large is cut at the rows furthest from the root.

const picture_width = 1200;
const most_rows = 800;

function escapeXml(text) {
	const names = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
	return text.replace(/[&<>"]/g, (letter) => names[letter]);
}

function svgBox(part, node, end, left, right, top) {
	const { scene, shown } = part;
	const run = end - node > 1 || right - left < 2;
	const match = scene.matches && nodeMatches(scene.matches, node);
	const color = run ? scene.theme.run : match ? scene.theme.match : scene.colorOf(node);
	const text_color = match ? scene.theme.matchText : scene.theme.boxText;
	const title = run ? `${end - node} narrow boxes` : sayBox(shown, scene.graph, node);
	const label = run ? '' : scene.labelOf(node, Math.floor((right - left - 8) / 7.3));
	return `<g><title>${escapeXml(title)}</title><rect x="${left}" y="${top}" width="${right - left}" ` +
		`height="${row_height - 1}" fill="${color}"/>` +
		(label && `<text x="${left + 4}" y="${top + 13}" fill="${text_color}">${escapeXml(label)}</text>`) + '</g>\n';
}

// What a picture has: the scene of a frame, with as many rows as there are.
function partsOfPicture(page) {
	return page.parts().map(({ frame }) => {
		const n_rows = Math.min(most_rows, frame.scene.depth);
		const scene = { ...frame.scene, height: n_rows * row_height, scroll: 0, hovered: -1 };
		return { scene, shown: page.shown, n_rows };
	});
}

function svgRows(part, offset) {
	let text = '';
	for (let depth = 0; depth < part.n_rows; depth++) {
		const top = topOfRow(part.scene, depth) + offset;
		visitRow(part.scene.graph, depth, windowOf(part.scene, picture_width), (node, end, left, right) => {
			text += svgBox(part, node, end, left, right, top);
		});
	}
	return text;
}

function svgText(page) {
	const parts = partsOfPicture(page);
	const rows = parts.reduce((sum, { n_rows }) => sum + n_rows, 0);
	const height = 26 + rows * row_height + 8;
	let top = 26;
	let text = `<svg xmlns="http://www.w3.org/2000/svg" width="${picture_width}" height="${height}" ` +
		`viewBox="0 0 ${picture_width} ${height}" font-family="monospace" font-size="12">\n` +
		`<rect width="100%" height="100%" fill="${page.theme.background}"/>\n` +
		`<text x="4" y="17" fill="${page.theme.text}" font-size="14">${escapeXml(byId('title').textContent)}</text>\n`;
	for (const part of parts) {
		text += svgRows(part, top);
		top += part.n_rows * row_height;
	}
	return `${text}</svg>\n`;
}

function svgBlob(page) {
	return new Blob([svgText(page)], { type: 'image/svg+xml' });
}

function download(blob, ending) {
	const address = URL.createObjectURL(blob);
	make('a', { href: address, download: `flame.${ending}` }).click();
	setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function saveSvg(page) {
	if (page.parts().length)
		download(svgBlob(page), 'svg');
}

// The rows of all parts on a canvas of their own, one part below the other.
function savePng(page) {
	const parts = partsOfPicture(page);
	if (!parts.length)
		return;
	const ratio = 2;
	const rows = parts.reduce((sum, { n_rows }) => sum + n_rows, 0);
	const picture = make('canvas', { width: picture_width * ratio, height: rows * row_height * ratio });
	const context = picture.getContext('2d');
	let top = 0;
	for (const { scene, n_rows } of parts) {
		const canvas = make('canvas', { width: picture.width, height: n_rows * row_height * ratio });
		drawScene(canvas, { ...scene, selected: -1 }, ratio);
		context.drawImage(canvas, 0, top);
		top += canvas.height;
	}
	picture.toBlob((blob) => download(blob, 'png'));
}

// The whole graph as one picture on paper; a table prints as it is.
async function printPicture(page) {
	if (page.parts().length) {
		const address = URL.createObjectURL(svgBlob(page));
		const image = make('img', { src: address, alt: byId('title').textContent });
		byId('print').replaceChildren(image);
		document.body.classList.add('picture');
		await image.decode();
		window.addEventListener('afterprint', () => {
			document.body.classList.remove('picture');
			byId('print').replaceChildren();
			URL.revokeObjectURL(address);
		}, { once: true });
	}
	window.print();
}
