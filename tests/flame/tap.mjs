// TAP for tests in JavaScript: cases run one after the other; what one throws is its failure.
const cases = [];

export function test(name, run) {
	cases.push({ name, run });
}

// With names as arguments, only those cases.
export async function runAll() {
	const wanted = process.argv.slice(2);
	const chosen = cases.filter(({ name }) => !wanted.length || wanted.includes(name));
	let failed = 0;
	for (const [i, { name, run }] of chosen.entries()) {
		try {
			await run();
			console.log(`ok ${i + 1} - ${name}`);
		} catch (error) {
			failed++;
			console.log(`not ok ${i + 1} - ${name}: ${String(error.message).split('\n')[0].replaceAll('#', '')}`);
			console.log(String(error.stack).replace(/^/gm, `# FAIL ${name}: `));
		}
	}
	console.log(`1..${chosen.length}`);
	return failed ? 1 : 0;
}
