// What is said of a box, in words: for labels, tips, the panel beside the graph, and people who hear the page.

function partText(shown, weights, node) {
	const { sums, event, scales } = shown;
	if (weights.length > 1)
		return changeText(changeOf(weights, scales, node));
	return `${weightText(weights[0][node], event)} (${shareText(weights[0][node] / (sums[0].weight || 1))})`;
}

function placeText(profile, key) {
	const { keys, frames, functions, strings } = profile;
	if (!keys.isFrame(key))
		return '';
	const f = frames.function[key];
	const file = strings.text(functions.file[f]);
	return file && functions.line[f] ? `${file}:${functions.line[f]}` : file;
}

function kindText(profile, key) {
	return kinds[profile.keys.kind(key)];
}

function sayBox(shown, graph, node) {
	const { profile } = shown;
	const key = graph.key[node];
	const dso = profile.strings.text(profile.keys.dso(key));
	const about = [kindText(profile, key), fileOfPath(dso)].filter((word) => word && word !== 'group').join(', ');
	return `${profile.keys.name(key)}\n${partText(shown, graph.total, node)}${about && `, ${about}`}`;
}

// Shapes beside the colors of what changed.
function markOfChange({ before, after, relative }) {
	if (before === after)
		return '';
	if (before === 0)
		return '\u271a ';
	if (after === 0)
		return '\u2716 ';
	return relative > 0.1 ? '\u25b2 ' : relative < -0.1 ? '\u25bc ' : '';
}

function labelsOf(shown, graph) {
	const { profile, scales } = shown;
	if (!profile.differs)
		return (node, room) => shortName(profile.keys.name(graph.key[node]), room);
	return (node, room) => {
		const mark = markOfChange(changeOf(graph.total, scales, node));
		const name = shortName(profile.keys.name(graph.key[node]), room - mark.length);
		return name && mark + name;
	};
}
