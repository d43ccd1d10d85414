// From samples to a tree: each stack finds its place below a root, by the rules of what is hidden, dropped, focused
// and collapsed. A place is found once and remembered, so that a million samples of few stacks cost little.

const outside = -1; // No frame of the focus yet.
const dropped = -2;

class StackPlacer {
	// `distinct`: no two stacks become one, so that no child need be looked for.
	constructor(profile, tree, { rules, has_focus, recursion }, distinct) {
		Object.assign(this, { profile, tree, rules, has_focus, recursion, distinct });
		this.parent = profile.stacks.parent;
		this.frame = profile.stacks.frame;
		this.place = new Int32Array(profile.stacks.n);
		this.round = new Uint32Array(profile.stacks.n);
		this.path = [];
		this.rounds = 0;
		this.beginAt(0);
	}

	// From now on, stacks stand below this node, and none of them has a place.
	beginAt(base) {
		this.base = base;
		this.rounds++;
		this.chainless = 0;
	}

	// The node of a stack; negative if it has none.
	placeOf(stack) {
		if (stack < 0)
			return this.has_focus ? outside : this.chainless ||= this.newOrOld(this.base, this.profile.keys.none);
		if (this.round[stack] === this.rounds)
			return this.place[stack];
		const { parent, path, round } = this;
		let n = 0;
		for (; stack >= 0 && round[stack] !== this.rounds; stack = parent[stack])
			path[n++] = stack;
		let node = stack >= 0 ? this.place[stack] : this.has_focus ? outside : this.base;
		while (n) {
			const next = path[--n];
			node = this.place[next] = this.step(node, this.frame[next]);
			round[next] = this.rounds;
		}
		return node;
	}

	// Where a frame that `node` called stands.
	step(node, frame) {
		const rule = this.rules[frame];
		if (node === dropped || rule & rule_drop)
			return dropped;
		if (node === outside) {
			if (!(rule & rule_focus))
				return outside;
			node = this.base;
		}
		if (rule & rule_hide)
			return node;
		return rule & rule_collapse ? this.collapsed(node, frame) : this.called(node, frame);
	}

	called(node, key) {
		if (this.recursion) {
			const same = this.tree.ancestorWith(node, key, this.base);
			if (same >= 0)
				return same;
		}
		return this.newOrOld(node, key);
	}

	newOrOld(node, key) {
		return this.distinct ? this.tree.add(node, key) : this.tree.child(node, key);
	}

	collapsed(node, frame) {
		const key = this.profile.keys.ofDso(this.profile.keys.dso(frame));
		return this.tree.key[node] === key ? node : this.called(node, key);
	}
}

function growTree(profile, chosen, rules, by_thread) {
	const tree = new GrowingTree(profile.recordings.length, profile.stacks.n + 2);
	const placer = new StackPlacer(profile, tree, rules, !by_thread && !rules.folds && !rules.has_focus);
	for (const recording of profile.recordings)
		(by_thread ? addByThread : addMerged)(placer, recording, chosen[recording.number]);
	return tree;
}

// What each stack has, then a place for each that has something: stacks come in depth-first order, and so do nodes
// then.
function addMerged(placer, { number, stack, weight }, chosen) {
	const { tree } = placer;
	const sums = new Float64Array(placer.place.length + 1);
	for (let i = 0; i < chosen.length; i++)
		if (chosen[i])
			sums[stack[i]] += weight[i];
	for (let i = 0; i < sums.length; i++) {
		const node = sums[i] ? placer.placeOf(i - 1) : -1;
		if (node >= 0)
			tree.self[number][node] += sums[i];
	}
}

// Rows come thread by thread.
function addByThread(placer, { number, stack, weight, thread }, chosen) {
	const { tree } = placer;
	let current = -1;
	for (let i = 0; i < chosen.length; i++) {
		if (!chosen[i])
			continue;
		if (thread[i] !== current) {
			current = thread[i];
			placer.beginAt(nodeOfThread(placer, current));
		}
		const node = placer.placeOf(stack[i] - 1);
		if (node >= 0)
			tree.self[number][node] += weight[i];
	}
}

function nodeOfThread({ tree, profile: { keys, threads } }, thread) {
	const process = tree.child(0, keys.ofProcess(threads.process_of[thread]));
	return tree.child(process, keys.ofThread(threads.thread_of[thread]));
}
