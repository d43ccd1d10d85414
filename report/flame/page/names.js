// Names as people may read them. They come from programs that others wrote: what a terminal or a page would act on,
// control and bidirectional characters, is shown as what it is. A long name loses what says least, step by step,
// until it fits.

const longest_name = 4096;
const plain = /^[ -~]*$/;
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u3164\uffa0\u115f\u1160]/gu;

function visibleCharacter(character) {
	return `\u2039U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}\u203a`;
}

function visibleName(name) {
	if (name.length <= longest_name && plain.test(name))
		return name;
	const whole = name.length > longest_name ? `${name.slice(0, longest_name)}\u2026` : name;
	return whole.replace(invisible, visibleCharacter);
}

// Where the bracket opens that closes at `end`; -1: nowhere.
function openingOf(name, open, close, end) {
	let depth = 0;
	for (let at = end; at >= 0; at--) {
		depth += name[at] === close ? 1 : name[at] === open ? -1 : 0;
		if (!depth)
			return at;
	}
	return -1;
}

// The innermost brackets that hold something lose it, those furthest right first: f<A<B>>(C) f<A<B>>() f<A<>>()
// f<>().
function emptyBrackets(name, open, close) {
	for (let end = name.lastIndexOf(close); end > 0; end = name.lastIndexOf(close, end - 1)) {
		const start = openingOf(name, open, close, end);
		const inner = name.slice(start + 1, end);
		if (start >= 0 && inner && !inner.replaceAll(open + close, '').includes(close))
			return name.slice(0, start + 1) + name.slice(end);
	}
	return name;
}

function emptyAll(name, open, close, room) {
	for (let shorter; name.length > room; name = shorter) {
		shorter = emptyBrackets(name, open, close);
		if (shorter === name)
			break;
	}
	return name;
}

// a::b::c becomes …::c: the end of a name says more than its start.
function dropScopes(name, room) {
	while (name.length > room) {
		const scope = name.indexOf('::', name.startsWith('\u2026::') ? 3 : 0);
		if (scope < 0)
			break;
		name = `\u2026${name.slice(scope)}`;
	}
	return name;
}

// At most `room` characters of a name, '' if they would say nothing.
function shortName(name, room) {
	if (name.length <= room)
		return name;
	if (room < 2)
		return '';
	if (name.length < 600)
		name = dropScopes(emptyAll(emptyAll(name, '(', ')', room), '<', '>', room), room);
	const last = name.startsWith('\u2026::') ? name.slice(3) : name;
	return name.length <= room ? name : `${last.slice(0, room - 1)}\u2026`;
}

function fileOfPath(path) {
	return path.slice(path.lastIndexOf('/') + 1) || path;
}
