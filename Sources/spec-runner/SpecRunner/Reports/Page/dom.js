'use strict';
// Helpers that make parts of the page. Data goes in as text nodes only, so that no data can become
// markup.

// Attributes, listeners and children in any order; what is null, false or '' is left out.
function build(node, classes, given) {
  const names = classes.filter(Boolean).join(' ');
  if (names) node.setAttribute('class', names);
  for (const one of given.flat(Infinity)) {
    if (one === null || one === undefined || one === false || one === '') continue;
    if (one.constructor !== Object) node.append(one);
    else {
      for (const [name, value] of Object.entries(one)) {
        if (typeof value === 'function') node.addEventListener(name, value);
        else if (value !== null && value !== undefined) node.setAttribute(name, value);
      }
    }
  }
  return node;
}

// "p.quiet.note" is a paragraph of two classes.
function make(selector, ...given) {
  const [name, ...classes] = selector.split('.');
  return build(document.createElement(name), classes, given);
}

function draw(selector, ...given) {
  const [name, ...classes] = selector.split('.');
  return build(document.createElementNS('http://www.w3.org/2000/svg', name), classes, given);
}

// The same digits in every country, so that a report reads alike everywhere.
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

function counted(number, noun) {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function percent(part, whole) {
  return `${Math.floor((part * 100) / Math.max(whole, 1))} %`;
}

// By code units and by each of several keys in turn: an order that no language setting changes.
function compare(first, second) {
  const place = first.findIndex((key, index) => key !== second[index]);
  return place < 0 ? 0 : first[place] < second[place] ? -1 : 1;
}

function sorted(items, keysOf) {
  return [...items].sort((first, second) => compare(keysOf(first), keysOf(second)));
}

function unique(values) {
  return [...new Set(values)];
}

function groupedBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) || []), item]);
  return [...groups];
}

function capitalized(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function hidden(text) {
  return make('span.visually-hidden', text);
}

function quiet(...content) {
  return make('span.quiet', content);
}

function code(text) {
  return make('code', text);
}

function tag(kind, text) {
  return make(`span.tag.tag-${kind}`, text);
}

// What only the eye needs: a reader of the screen gets words for it.
function symbol(text) {
  return make('span.symbol', { 'aria-hidden': 'true' }, text);
}

function broken(text) {
  return make('strong.broken', `✗ ${text}`);
}

function list(items, kind = 'texts') {
  return make(`ul.${kind}`, items.map((item) => make('li', item)));
}

function section(title, ...content) {
  return make('section', make('h2', title), content);
}

// The heading of a page, which takes the focus when the page opens.
function pageHeading(...content) {
  return make('h1', { tabindex: -1, id: 'heading' }, content);
}

// A fold whose contents are made when somebody opens it: a long report stays light.
function fold(title, content) {
  const box = make('details.fold', make('summary', title));
  box.addEventListener('toggle', () => {
    if (box.open && box.children.length === 1) build(box, ['fold'], [content()]);
  });
  return box;
}

// A text of which only the beginning is shown until somebody asks for the rest.
function longText(text, most = 280) {
  if (text.length <= most + 40) return text;
  const start = text.slice(0, text.lastIndexOf(' ', most));
  return [`${start || text.slice(0, most)} … `, fold('The whole text', () => make('p', text))];
}

// A wide table scrolls by itself, so that the page never does, and takes the focus for that.
// Titles that begin with '#' are of columns of numbers; the first cell of a row names it.
function dataTable(caption, titles, rows) {
  const kinds = titles.map((title) => (title.startsWith('#') ? 'number' : ''));
  const cellOf = (cell, place) => (place === 0
    ? make('th', { scope: 'row' }, cell) : make(`td.${kinds[place]}`, cell));
  return make('div.scroller', { tabindex: 0, role: 'region', 'aria-label': caption }, make(
    'table',
    make('caption', caption),
    make('thead', make('tr', titles.map((title, place) => (
      make(`th.${kinds[place]}`, { scope: 'col' }, title.replace('#', ''))
    )))),
    make('tbody', rows.map((cells) => make('tr', cells.map(cellOf)))),
  ));
}

// Names with what is known under them; what is not known is left out.
function facts(rows) {
  return make('dl.facts', rows.filter((row) => row[1]).map(([name, value]) => (
    make('div', make('dt', name), make('dd', value))
  )));
}

function names(values) {
  return values && values.length > 0 && list(values, 'names');
}
