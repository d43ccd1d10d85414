// The table of functions: self and total, sorted by any column, of those whose names are searched for. It grows by
// pages, since a hundred thousand rows are none that anyone reads.

const rows_of_page = 300;

const plain_columns = [['self', 'Self'], ['total', 'Total'], ['name', 'Function']];
const change_columns = [
	['self', 'Self, before and after'], ['selfchange', 'Change'],
	['total', 'Total, before and after'], ['totalchange', 'Change'], ['name', 'Function'],
];

function cellsOfItem(shown, functions, item) {
	if (!shown.profile.differs)
		return [partText(shown, functions.self, item), partText(shown, functions.total, item)];
	return [functions.self, functions.total].flatMap((weights) => {
		const { before, after, difference } = changeOf(weights, shown.scales, item);
		const what = before === after ? '' : before === 0 ? ' new' : after === 0 ? ' gone' : '';
		return [`${shareText(before)} \u2192 ${shareText(after)}`, pointsText(difference) + what];
	});
}

function rowOfItem(page, shown, functions, item) {
	const { profile } = shown;
	const key = functions.key[item];
	const name = profile.keys.name(key);
	const dso = fileOfPath(profile.strings.text(profile.keys.dso(key)));
	const about = [dso, kindText(profile, key)].filter(Boolean).join(', ');
	const button = makeButton(makeName('span', name), () => page.sandwichOf(key));
	const row = make('tr', {}, ...cellsOfItem(shown, functions, item).map((cell) => make('td', {}, cell)),
		make('td', { className: 'text' }, button), make('td', { className: 'text' }, about));
	return row;
}

function headOfTable(page, columns) {
	const heads = columns.map(([column, title]) => {
		const head = make('th', { scope: 'col', className: column === 'name' ? 'text' : '' },
			makeButton(title, () => page.change({ sort: column })));
		if (page.state.sort === column)
			head.setAttribute('aria-sort', column === 'name' ? 'ascending' : 'descending');
		return head;
	});
	return make('thead', {}, make('tr', {}, ...heads, make('th', { scope: 'col', className: 'text' }, 'Dso, kind')));
}

function showTable(page, shown) {
	const functions = shown.functions();
	const items = shown.items();
	const body = make('tbody');
	const more = makeButton('More', () => addPage());
	const caption = `Functions${page.state.search ? ` that match ${page.state.search}` : ''}: ${countText(items.length)}`;
	function addPage() {
		const from = body.childElementCount;
		const next = items.subarray(from, from + rows_of_page);
		body.append(...[...next].map((item) => rowOfItem(page, shown, functions, item)));
		more.hidden = from + rows_of_page >= items.length;
	}
	addPage();
	const columns = shown.profile.differs ? change_columns : plain_columns;
	byId('table').replaceChildren(
		make('table', {}, make('caption', {}, caption), headOfTable(page, columns), body), more);
}
