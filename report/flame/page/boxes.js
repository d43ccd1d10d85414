// Which boxes are visible, and where: the same for the canvas and for a saved picture. Boxes meet at whole pixels. Those that are
// narrower than one share a pixel, as a run, and are shown as such: nothing is left out in silence.

const row_height = 18;

// Calls visit(first, end, left, right) for each box or run of boxes of a row. `window` is { from, to, pixels }.
function visitRow(graph, depth, { from, to, pixels }, visit) {
	const scale = pixels / (to - from);
	const end = graph.rows[depth + 1];
	let node = firstFrom(graph, graph.rows[depth], end, from);
	if (node > graph.rows[depth] && graph.x[node - 1] + graph.width[node - 1] > from)
		node--;
	for (let painted = 0; node < end && graph.x[node] < to;) {
		const left = Math.max(painted, Math.round((graph.x[node] - from) * scale));
		const right = Math.min(pixels, Math.round((graph.x[node] + graph.width[node] - from) * scale));
		const next = right > left ? node + 1 : endOfRun(graph, node, end, left, from, scale);
		painted = Math.max(right, left + 1);
		if (graph.x[next - 1] + graph.width[next - 1] > graph.x[node] && left < pixels)
			visit(node, next, left, painted);
		node = next;
	}
}

// Behind the boxes that begin in the pixel `left`; the last of them may be wide, and is then no part of the run.
function endOfRun(graph, node, end, left, from, scale) {
	const next = firstFrom(graph, node + 1, end, from + (left + 0.5) / scale);
	const last = next - 1;
	const wide = last > node && (graph.x[last] + graph.width[last] - from) * scale >= left + 1.5;
	return wide ? last : next;
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
