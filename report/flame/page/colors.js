// Colors of boxes: by dso, by kind, or by what changed. All have a light and a dark form, and keep enough contrast
// to their text. Those of kinds and changes are told apart by people who see no red or no green: blue and orange,
// and lightness.

const kind_hues = [[42, 85, 74], [212, 75, 78], [320, 55, 82], [0, 0, 80], [0, 0, 86], [165, 50, 74], [0, 0, 88]];

function hslText([hue, saturation, lightness], dark) {
	return dark ? `hsl(${hue} ${saturation * 0.55}% ${112 - lightness}%)` : `hsl(${hue} ${saturation}% ${lightness}%)`;
}

function hashOf(text) {
	let hash = 2166136261;
	for (let i = 0; i < text.length; i++)
		hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
	return hash >>> 0;
}

// Neighbours of one color differ a little in lightness, by their names.
function varied([hue, saturation, lightness], name) {
	return [hue, saturation, lightness + hashOf(name) % 7 - 3];
}

function colorOfDso(dso) {
	const hash = hashOf(dso);
	return dso ? [hash % 360, 45 + hash % 23, 74 + (hash >>> 9) % 9] : [0, 0, 86];
}

// What gives the color of a key; a color is made once.
function colorsOfKeys(profile, scheme, dark) {
	const { keys, strings } = profile;
	const made = new Map();
	const make = (key) => {
		const kind = keys.kind(key);
		const by_dso = scheme === 'dso' && kind !== kind_group;
		const plain = by_dso ? colorOfDso(strings.text(keys.dso(key))) : kind_hues[kind];
		return hslText(varied(plain, keys.name(key)), dark);
	};
	return (key) => {
		if (!made.has(key))
			made.set(key, make(key));
		return made.get(key);
	};
}

// Blue: less than before; orange: more; grey: the same.
function colorOfChange(relative, dark) {
	const strength = Math.min(1, Math.abs(relative));
	const hue = relative < 0 ? 214 : 28;
	return hslText([hue, 90 * strength, 88 - 20 * strength], dark);
}

// `dsos` gives the names of the dsos that most is spent in.
function legendOf(scheme, dark, dsos) {
	if (scheme === 'delta')
		return [[-1, '\u2716 gone'], [-0.5, '\u25bc less'], [0, 'same'], [0.5, '\u25b2 more'], [1, '\u271a new']]
			.map(([relative, name]) => ({ name, color: colorOfChange(relative, dark) }));
	if (scheme === 'kind')
		return kinds.slice(0, kind_group).map((name, kind) => ({ name, color: hslText(kind_hues[kind], dark) }));
	return dsos().map((name) => ({ name: fileOfPath(name) || 'no dso', color: hslText(colorOfDso(name), dark) }));
}

// The dsos that most is spent in.
function largestDsos({ keys, strings }, graph, most) {
	const sums = new Map();
	for (let node = 1; node < graph.n; node++) {
		if (keys.kind(graph.key[node]) === kind_group)
			continue;
		const dso = keys.dso(graph.key[node]);
		sums.set(dso, graph.self.reduce((sum, self) => sum + self[node], sums.get(dso) ?? 0));
	}
	return [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a)).slice(0, most).map(strings.text);
}
