// From a state to what is to be shown, step by step; each step remembers its last result, and is done again only
// when what it depends on is another: a zoom or a color costs no new tree.

function remembered(make) {
	let known = [NaN];
	let value;
	return (...given) => {
		if (given.length !== known.length || given.some((one, i) => one !== known[i]))
			[known, value] = [given, make(...given)];
		return value;
	};
}

function pick(state, names) {
	return JSON.stringify(Object.fromEntries(names.map((name) => [name, state[name]])));
}

// Of each node a number that is larger the earlier its name is.
function nameOrder(profile, tree) {
	const keys = [...new Set(tree.key.subarray(1, tree.n))];
	const names = new Map(keys.map((key) => [key, profile.keys.name(key)]));
	keys.sort((a, b) => names.get(a) < names.get(b) ? -1 : names.get(a) > names.get(b) ? 1 : a - b);
	const rank = new Map(keys.map((key, i) => [key, -i]));
	return Float64Array.from({ length: tree.n }, (_, node) => rank.get(tree.key[node]) ?? 0);
}

function graphOfTree(profile, tree, scales, order, widths) {
	const total = totalsOf(tree);
	const width = widthsOf(total, scales, widths);
	return layOut(tree, total, width, order === 'name' ? nameOrder(profile, tree) : width);
}

function stepsOf(profile) {
	const graphOf = (...how) => graphOfTree(profile, ...how);
	return {
		chosen: remembered((choice) =>
			profile.recordings.map((rows) => selectRows(rows, profile.threads, JSON.parse(choice)))),
		whole: remembered((event) => {
			const choice = { event, threads: '', cpu: -1, range: null };
			return profile.recordings.map((rows) => sumOfRows(rows, selectRows(rows, profile.threads, choice)));
		}),
		sums: remembered((chosen) => profile.recordings.map((rows, r) => sumOfRows(rows, chosen[r]))),
		scales: remembered(scalesOf),
		rules: remembered((rules) => rulesOf(profile, JSON.parse(rules))),
		tree: remembered((chosen, rules, merged) => growTree(profile, chosen, rules, !merged)),
		graph: remembered(graphOf),
		sandwich: remembered((graph, name) => sandwichOf(profile, graph, name)),
		callers: remembered(graphOf),
		callees: remembered(graphOf),
		matching: remembered((text) => matchingKeys(profile, text)),
		matches: remembered(matchesOf),
		callers_matches: remembered(matchesOf),
		callees_matches: remembered(matchesOf),
		functions: remembered((graph) => functionsOf(profile, graph)),
		dsos: remembered((graph) => largestDsos(profile, graph, 12)),
		items: remembered((...how) => sortedItems(profile, ...how)),
		busiest: remembered((functions) => functions.items.reduce((most, item) =>
			functions.self[0][item] > functions.self[0][most] ? item : most, functions.items[0])),
	};
}

// What gives, of a state, { sums, scales, graph, matches, sandwich(), functions(), items() }; what is a function
// may take longer.
function modelOf(profile) {
	const steps = stepsOf(profile);
	return (state) => {
		const chosen = steps.chosen(pick(state, ['event', 'threads', 'cpu', 'range']));
		const sums = steps.sums(chosen);
		const scales = steps.scales(sums, state.absolute);
		const rules = steps.rules(pick(state, ['filters', 'inlines', 'mine', 'recursion', 'libraries']));
		const tree = steps.tree(chosen, rules, state.merged);
		const graph = steps.graph(tree, scales, state.order, state.widths);
		const matching = steps.matching(state.search);
		const functions = () => steps.functions(graph);
		return {
			profile, sums, scales, graph, functions,
			event: profile.events[state.event],
			whole: state.threads || state.cpu >= 0 || state.range ? steps.whole(state.event) : sums,
			matches: steps.matches(graph, matching),
			dsos: () => steps.dsos(graph),
			items: () => steps.items(functions(), scales, state.sort, matching),
			sandwich: () => halvesOf(profile, steps, state, graph, scales, matching),
		};
	};
}

// Of the function that is chosen, else of the one that has most itself.
function halvesOf(profile, steps, state, graph, scales, matching) {
	const functions = steps.functions(graph);
	const busiest = functions.items.length ? profile.keys.name(functions.key[steps.busiest(functions)]) : '';
	const name = state.function || busiest;
	const trees = steps.sandwich(graph, name);
	if (!trees)
		return null;
	const callers = steps.callers(trees.callers, scales, state.order, state.widths);
	const callees = steps.callees(trees.callees, scales, state.order, state.widths);
	return { name, callers, callees, callers_matches: steps.callers_matches(callers, matching),
		callees_matches: steps.callees_matches(callees, matching) };
}
