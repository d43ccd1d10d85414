// Bytes become numbers. The data of the page are columns: runs of numbers, one after the other, deflated, in base64.
// A column is decoded when something first asks for it, into one typed array; no sample is ever an object.

function bytesOfBase64(text) {
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

async function inflate(bytes) {
	const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
	return new Uint8Array(await new Response(inflated).arrayBuffer());
}

// LEB128. A value may need more than 32 bits, so that it is multiplied, not shifted.
function decodeUnsigned(bytes, numbers) {
	let at = 0;
	for (let i = 0; i < numbers.length; i++) {
		let byte = bytes[at++];
		let value = byte & 127;
		for (let scale = 128; byte > 127; scale *= 128) {
			byte = bytes[at++];
			value += (byte & 127) * scale;
		}
		numbers[i] = value;
	}
}

// Zigzag LEB128, each the difference to the value before it.
function decodeDeltas(bytes, numbers) {
	let at = 0;
	let sum = 0;
	for (let i = 0; i < numbers.length; i++) {
		let byte = bytes[at++];
		let value = byte & 127;
		for (let scale = 128; byte > 127; scale *= 128) {
			byte = bytes[at++];
			value += (byte & 127) * scale;
		}
		sum += value % 2 ? -(value + 1) / 2 : value / 2;
		numbers[i] = sum;
	}
}

// What gives the columns of `bytes`, which `list` describes: column(name, Float64Array) or column(name) for 32 bits.
function columnsOf(bytes, list) {
	const places = new Map();
	let at = 0;
	for (const { name, n, bytes: size, form } of list) {
		places.set(name, { n, form, bytes: bytes.subarray(at, at + size) });
		at += size;
	}
	return (name, Numbers = Int32Array) => {
		const place = places.get(name) ?? { n: 0, form: 'bytes', bytes: bytes.subarray(0, 0) };
		if (place.form === 'bytes')
			return place.bytes;
		const numbers = new Numbers(place.n);
		if (place.form === 'same') {
			decodeUnsigned(place.bytes, numbers.subarray(0, 1));
			return numbers.fill(numbers[0]);
		}
		if (place.form === 'uvarint' && place.bytes.length === place.n)
			numbers.set(place.bytes); // A byte each.
		else
			(place.form === 'svarint' ? decodeDeltas : decodeUnsigned)(place.bytes, numbers);
		return numbers;
	};
}
