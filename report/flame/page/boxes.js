// Which boxes are visible, and where: the same for the canvas and for a saved picture. Boxes meet at whole pixels.
// Those that are narrower than one share a pixel, as a run, and are shown as such: nothing is left out in silence.

const row_height = 18;

// The pixel in which x is; sums of widths are a little less or more than they should be.
function pixelOf(x, { from, to, pixels }) {
	return Math.max(0, Math.min(pixels, Math.floor((x - from) / (to - from) * pixels + 0.01)));
}

// Calls visit(first, end, left, right) for each box or run of boxes of a row. `span` is { from, to, pixels }.
function visitRow(graph, depth, span, visit) {
	const { x, width } = graph;
	const end = graph.rows[depth + 1];
	let node = firstFrom(graph, graph.rows[depth], end, span.from);
	if (node > graph.rows[depth] && x[node - 1] + width[node - 1] > span.from)
		node--;
	for (let painted = 0; node < end && x[node] < span.to;) {
		const left = Math.max(painted, pixelOf(x[node], span));
		const right = pixelOf(x[node] + width[node], span);
		const next = right > left ? node + 1 : endOfRun(graph, node, end, left, span);
		painted = Math.max(right, left + 1);
		if (x[next - 1] + width[next - 1] > x[node] && left < span.pixels)
			visit(node, next, left, painted);
		node = next;
	}
}

// Behind the boxes that begin in the pixel `left`; the last of them is no part of the run if it has pixels of its
// own.
function endOfRun(graph, node, end, left, span) {
	const x = span.from + (left + 1 - 0.01) / span.pixels * (span.to - span.from);
	const next = firstFrom(graph, node + 1, end, x);
	const last = next - 1;
	const wide = last > node && pixelOf(graph.x[last] + graph.width[last], span) >= left + 2;
	return wide ? last : next;
}

// How many boxes of a row share the pixel of a node, as visitRow has them; 1 if it has one of its own.
function crowdOf(graph, node, span) {
	const left = pixelOf(graph.x[node], span);
	const right = pixelOf(graph.x[node] + graph.width[node], span);
	const depth = depthOf(graph, node);
	const x = span.from + (left - 0.01) / span.pixels * (span.to - span.from);
	const first = firstFrom(graph, graph.rows[depth], graph.rows[depth + 1], x);
	if (right >= left + 2 || (node === first && right > left))
		return 1;
	return endOfRun(graph, first, graph.rows[depth + 1], left, span) - first;
}

// How deep the graph goes in a part of its width: rows below have no box there.
function depthWithin(graph, node) {
	let depth = depthOf(graph, node);
	let first = node;
	let end = node + 1;
	for (; first < end; depth++)
		[first, end] = [graph.child_start[first], graph.child_start[end]];
	return depth;
}
