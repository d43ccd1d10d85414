// Draws a graph on a canvas: the rows that are visible, in device pixels. `scene` has all that is to be seen: {
// graph, zoom, selected, hovered, matches, colorOf, labelOf, down, height, scroll, theme }; height is that of all
// rows.

const font = '12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';

function drawScene(canvas, scene, ratio = window.devicePixelRatio || 1) {
	const context = canvas.getContext('2d');
	const { width, height } = canvas;
	context.fillStyle = scene.theme.background;
	context.fillRect(0, 0, width, height);
	context.font = font.replace('12px', `${12 * ratio}px`);
	context.textBaseline = 'middle';
	context.direction = 'ltr';
	const letter = context.measureText('m').width;
	const pen = { context, ratio, letter, row: Math.round(row_height * ratio), run: null };
	const [first, end] = visibleDepths(scene, height / ratio);
	for (let depth = first; depth < end; depth++)
		drawRow(pen, scene, depth, width);
	drawOutline(pen, scene, scene.hovered, scene.theme.hover, width);
	drawOutline(pen, scene, scene.selected, scene.theme.text, width);
}

// Where a row is, in CSS pixels from the top of all rows.
function topOfRow({ down, height }, depth) {
	return down ? depth * row_height : height - (depth + 1) * row_height;
}

// The depth that is at y, in CSS pixels from the top of all rows.
function depthAt({ down, height }, y) {
	return Math.floor((down ? y : height - y) / row_height);
}

function visibleDepths(scene, height) {
	const ends = [depthAt(scene, scene.scroll), depthAt(scene, scene.scroll + height)];
	return [Math.max(0, Math.min(...ends)), Math.min(scene.graph.rows.length - 1, Math.max(...ends) + 1)];
}

function windowOf({ graph, zoom }, pixels) {
	return { from: graph.x[zoom], to: graph.x[zoom] + (graph.width[zoom] || 1), pixels };
}

function drawRow(pen, scene, depth, width) {
	const top = Math.round((topOfRow(scene, depth) - scene.scroll) * pen.ratio);
	visitRow(scene.graph, depth, windowOf(scene, width), (node, end, left, right) => {
		if (end - node > 1 || right - left < 2)
			drawRun(pen, scene, node, end, left, right, top);
		else
			drawBox(pen, scene, node, left, right, top);
	});
	paintRun(pen);
	pen.context.globalAlpha = 1;
}

// Boxes narrower than a pixel. Neighbors of one color wait, to be painted at once.
function drawRun(pen, { matches, theme }, node, end, left, right, top) {
	const match = matches && matches.before[end] > matches.before[node];
	const { run } = pen;
	if (run && run.match === match && run.right === left && run.top === top) {
		run.right = right;
		return;
	}
	paintRun(pen);
	const color = match ? theme.match : theme.run;
	pen.run = { match, left, right, top, color, alpha: matches && !match ? 0.35 : 1 };
}

function paintRun(pen) {
	if (!pen.run)
		return;
	const { left, right, top, color, alpha } = pen.run;
	pen.context.globalAlpha = alpha;
	pen.context.fillStyle = color;
	pen.context.fillRect(left, top, right - left, pen.row - 1);
	pen.run = null;
}

function drawBox(pen, scene, node, left, right, top) {
	const { context, row } = pen;
	const match = scene.matches && nodeMatches(scene.matches, node);
	context.globalAlpha = scene.matches && !match ? 0.35 : 1;
	context.fillStyle = match ? scene.theme.match : scene.colorOf(node);
	const gap = right - left > 3 ? 1 : 0;
	context.fillRect(left, top, right - left - gap, row - 1);
	const room = Math.floor((right - left - 8 * pen.ratio) / pen.letter);
	const color = match ? scene.theme.matchText : scene.theme.boxText;
	if (room >= 2)
		drawLabel(pen, scene.labelOf(node, room), color, left, right, top);
}

function drawLabel({ context, ratio, row }, text, color, left, right, top) {
	context.fillStyle = color;
	context.fillText(text, left + 4 * ratio, top + row / 2, right - left - 6 * ratio);
}

function drawOutline({ context, ratio, row }, scene, node, color, width) {
	if (!(node >= 0))
		return;
	const { from, to } = windowOf(scene, width);
	const { x, width: widths } = scene.graph;
	const left = Math.max(0, Math.round((x[node] - from) / (to - from) * width));
	const right = Math.min(width, Math.round((x[node] + widths[node] - from) / (to - from) * width));
	const top = Math.round((topOfRow(scene, depthOf(scene.graph, node)) - scene.scroll) * ratio);
	if (right < 0 || left > width)
		return;
	context.strokeStyle = color;
	context.lineWidth = 2 * ratio;
	context.strokeRect(left + ratio, top, Math.max(ratio, right - left - 2 * ratio), row - 1);
}
