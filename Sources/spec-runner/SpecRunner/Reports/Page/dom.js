'use strict';
// Makes parts of the page. Data goes in as text nodes only, so that it never becomes markup.

// Attributes, listeners and children in any order; what is null, false or '' is left out.
function build(node, given) {
  for (const one of given.flat(Infinity)) {
    if (one === null || one === undefined || one === false || one === '') continue;
    if (typeof one === 'number') node.append(grouped(one));
    else if (one.constructor !== Object) node.append(one);
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
function maker(space) {
  return (selector, ...given) => {
    const [name, ...classes] = selector.split('.');
    const node = document.createElementNS(`http://www.w3.org/${space}`, name);
    if (classes.some(Boolean)) node.setAttribute('class', classes.filter(Boolean).join(' '));
    return build(node, given);
  };
}

const make = maker('1999/xhtml');
const draw = maker('2000/svg');

// Alike in every country.
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

function counted(number, noun) {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function outOf(part, whole) {
  return `${grouped(part)} of ${grouped(whole)}`;
}

function percent(part, whole) {
  return `${Math.floor((part * 100) / Math.max(whole, 1))} %`;
}

// By each of several keys in turn, in an order that no language setting changes.
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

// Its contents are made when somebody opens it, so that a long report stays light.
function fold(title, content) {
  const box = make('details', make('summary', title));
  box.addEventListener('toggle', () => {
    if (box.open && box.children.length === 1) build(box, [content()]);
  });
  return box;
}

// Only the beginning is shown until somebody asks for the rest.
function longText(text, most = 280) {
  if (text.length <= most + 40) return text;
  const start = text.slice(0, text.lastIndexOf(' ', most));
  return [`${start || text.slice(0, most)} … `, fold('The whole text', () => make('p', text))];
}

// A wide table scrolls by itself, so that the page never does. Columns of numbers have a '#' before
// their titles; the first cell of a row names it.
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

function facts(rows) {
  return make('dl.facts', rows.filter(([, value]) => value || value === 0).map(([name, value]) => (
    make('div', make('dt', name), make('dd', value))
  )));
}

function names(values) {
  return values?.length > 0 && list(values, 'names');
}
