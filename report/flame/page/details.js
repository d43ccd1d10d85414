// The panel of the chosen box: all that is known of it, what can be done with it, and its callees as a table of
// buttons. With the path above the graph, this is the graph for those who do not see the canvas.

const most_callees = 100;

function definitions(pairs) {
	const list = make('dl');
	for (const [term, text] of pairs)
		if (text)
			list.append(make('dt', {}, term), make('dd', {}, text));
	return list;
}

// What a box costs itself, as the only element of an array for each recording. The middle of a sandwich stands for all
// boxes of its function, also for those that it calls again.
function selfOfBox(shown, graph, node) {
	if (node || graph.key[0] < 0)
		return graph.self.map((self) => [self[node]]);
	const { callees } = shown.sandwich();
	const { functionOf } = shown.profile.keys;
	const is_it = (key) => key === callees.key[0] || (functionOf(key) >= 0 && functionOf(key) === functionOf(callees.key[0]));
	return callees.self.map((self) => [callees.key.reduce((sum, key, at) => sum + (is_it(key) ? self[at] : 0), 0)]);
}

function factsOfBox(shown, graph, node) {
	const { profile } = shown;
	const key = graph.key[node];
	return definitions([
		['Total', partText(shown, graph.total, node)],
		['Self', partText(shown, selfOfBox(shown, graph, node), 0)],
		['Dso', profile.strings.text(profile.keys.dso(key))],
		['Source', placeText(profile, key)],
		['Kind', key < 0 ? '' : kindText(profile, key)],
		['Depth', String(depthOf(graph, node))],
	]);
}

function buttonsOfBox(page) {
	const row = make('div', { className: 'row' });
	for (const { name, keys, label } of verbs)
		if (label)
			row.append(makeButton(label, () => page.run(name), { title: keys[0] }));
	return row;
}

function calleesTable(page, shown, graph, node) {
	const from = graph.child_start[node];
	const end = graph.child_start[node + 1];
	const rows = [];
	for (let child = from; child < Math.min(end, from + most_callees); child++)
		rows.push([
			makeButton(makeName('span', shown.profile.keys.name(graph.key[child])), () => page.zoomTo(child)),
			partText(shown, graph.total, child),
		]);
	const left_out = end - from - rows.length;
	const caption = `${page.state.side === 'callers' ? 'Callers' : 'Callees'}: ${countText(end - from)}` +
		(left_out ? `, of which the first ${most_callees} are here` : '');
	return makeTable(caption, ['Function', 'Total'], rows, 0);
}

function legendList(scheme, dark, dsos) {
	const list = make('ul', { className: 'legend' });
	for (const { name, color } of legendOf(scheme, dark, dsos)) {
		const swatch = make('i');
		swatch.style.background = color;
		list.append(make('li', {}, swatch, name));
	}
	list.append(make('li', {}, make('i', { className: 'run' }), 'several boxes, each narrower than a pixel'));
	return list;
}

function showDetails(page, shown, graph, node) {
	const { profile } = shown;
	byId('details').replaceChildren(
		makeName('h2', profile.keys.name(graph.key[node])),
		factsOfBox(shown, graph, node),
		buttonsOfBox(page),
		...graph.parent[node] >= 0 ? [callerLine(page, profile, graph, node)] : [],
		calleesTable(page, shown, graph, node),
		make('h3', {}, 'Colors'),
		legendList(page.state.color, page.dark, shown.dsos));
}

function callerLine(page, profile, graph, node) {
	const caller = graph.parent[node];
	const button = makeButton(makeName('span', profile.keys.name(graph.key[caller])), () => page.zoomTo(caller));
	return make('dl', {}, make('dt', {}, page.state.side === 'callers' ? 'Callee' : 'Caller'), make('dd', {}, button));
}
