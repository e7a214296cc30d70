// What windows show. What differs from the step before is marked by words, and what went away stays
// for one step as a ghost: often a user loses just that.

// Pairs each item with the one of the same title before, and tells which ones are gone.
function pairUp(items, before) {
  const keysOf = (all) => all.map(({ title, form }, place) => {
    const count = all.slice(0, place).filter((one) => one.title === title).length;
    return `${form} ${title} ${count}`;
  });
  const [keys, oldKeys] = [keysOf(items), keysOf(before || [])];
  return {
    pairs: items.map((item, place) => [item, before?.[oldKeys.indexOf(keys[place])]]),
    gone: (before || []).filter((_, place) => !keys.includes(oldKeys[place])),
  };
}

function drawnRow({ title, detail, isSelected, isWaiting }, mark, isGone) {
  return make(
    `li.row.${isSelected ? 'is-selected' : ''}.${isWaiting ? 'empty' : ''}`,
    isSelected && [symbol('✓ '), hidden('selected: ')],
    make(`${isGone ? 'del' : 'span'}.row-title`, isWaiting && symbol('◌ '), title),
    detail !== undefined && make(`${isGone ? 'del' : 'span'}.row-detail`, detail || '\u00a0'),
    mark,
  );
}

function rowMark(row, old) {
  if (!old) return tag('change', 'new');
  if (old.detail !== row.detail) return tag('change', `was ${old.detail || 'empty'}`);
  return old.isSelected !== row.isSelected
    && tag('change', row.isSelected ? 'now selected' : 'no longer selected');
}

function drawnRows(part, old, isGhost) {
  const { pairs, gone } = pairUp(part.rows, old?.rows);
  const rows = [
    ...pairs.map(([row, before]) => drawnRow(row, old && rowMark(row, before), isGhost)),
    ...gone.map((row) => drawnRow(row, tag('gone', 'gone'), true)),
  ];
  return rows.length ? make('ul', rows) : part.form !== 'alert' && make('p.empty', 'empty');
}

function drawnButton({ title, isEnabled }, old) {
  const isOther = old && old.isEnabled !== isEnabled;
  return make(
    `li.control.${isEnabled ? '' : 'is-disabled'}`,
    !isEnabled && [symbol('⊘ '), hidden('disabled: ')],
    title,
    isOther && [' ', tag('change', isEnabled ? 'now enabled' : 'now disabled')],
  );
}

function drawnPart(part, old, hasBefore, isGhost) {
  const { pairs } = pairUp(part.buttons, old?.buttons);
  return make(
    `div.part.part-${part.form}.${isGhost ? 'is-ghost' : ''}`,
    { role: 'group', 'aria-label': part.title },
    make('p.part-title', make(isGhost ? 'del' : 'span', part.title), ' ',
      isGhost ? tag('gone', 'gone with this step') : hasBefore && !old && tag('change', 'new')),
    drawnRows(part, old, isGhost),
    !isGhost && pairs.length > 0 && make('ul.controls', pairs.map((pair) => drawnButton(...pair))),
  );
}

function drawnScreen(screen, old) {
  const { pairs, gone } = pairUp(screen.parts, old?.parts);
  const nodes = [
    ...pairs.map(([part, before]) => drawnPart(part, before, old, false)),
    ...gone.map((part) => drawnPart(part, null, null, true)),
  ];
  const isAlert = (node) => node.classList.contains('part-alert');
  return [
    make('div.parts', nodes.filter((node) => !isAlert(node))),
    make('div.over', nodes.filter(isAlert)),
  ];
}

function drawnWindow(title, mark, content) {
  return make(
    'div.window', { role: 'group', 'aria-label': title },
    make('p.window-title', make('span.lights', make('i'), make('i'), make('i')), title, ' ', mark),
    content,
  );
}

// The windows of a moment, beside those of the moment before; nothing is marked without one.
function drawnWindows(scene, before) {
  const { pairs, gone } = pairUp(scene.screens, before?.screens);
  return make(
    'div.windows',
    pairs.map(([screen, old]) => (
      drawnWindow(screen.title, before && !old && tag('change', 'opened'), drawnScreen(screen, old))
    )),
    gone.map((screen) => drawnWindow(screen.title, tag('gone', 'closed with this step'), null)),
  );
}

function hasWindows(story) {
  return [story, ...story.lines].some(({ scene }) => scene?.screens.length > 0);
}

// A step without a scene leaves everything as it was.
function sceneAt(story, step) {
  const told = story.lines.slice(0, step).filter((line) => line.scene);
  return (told.pop() || story).scene || { pending: [], screens: [] };
}
