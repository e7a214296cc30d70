// A story as a sequence diagram: a lane for each party, a row for each step. SVG does not wrap
// texts, so they are measured here.

const lineHeight = 17;
const gutter = 38;
const ruler = document.createElement('canvas').getContext('2d');

// As bold as the text of the current step, so that nothing moves when it is.
function widthOf(text) {
  ruler.font = `600 13px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(text).width;
}

function wrapped(text, width, most = 20) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else {
      let rest = '';
      // A word that is wider than a line is broken.
      for (const letter of word) {
        if (widthOf(rest + letter) > width) lines.push(rest);
        rest = widthOf(rest + letter) > width ? letter : rest + letter;
      }
      lines.push(rest);
    }
  }
  const shown = lines.filter(Boolean);
  return shown.length <= most ? shown : [...shown.slice(0, most - 1), `${shown[most - 1]} …`];
}

function sentenceOf(line) {
  return `${line.sentence}${line.isExchangeable ? ' (or any other)' : ''}`;
}

// Windows stand beside the person, everybody else in the order of first appearance.
function partiesOf(story) {
  return story.parties || unique(story.lines.flatMap((line) => line.parties || []));
}

function laneReader(parties, width) {
  const room = Math.min(56, (width - gutter) / parties.length / 2);
  const span = (width - gutter - 2 * room) / Math.max(parties.length - 1, 1);
  return (party) => gutter + room + span * parties.indexOf(party);
}

function textBlock(kind, lines, x, y, anchor = 'middle') {
  return draw(`text.${kind}`, { 'text-anchor': anchor }, lines.map((line, place) => (
    draw('tspan', { x, y: y + place * lineHeight }, line)
  )));
}

// An arrow from each party to the next; one party by itself has a loop, and no party has nothing.
function arrowsOf(line, laneOf, y, width) {
  const places = (line.parties || []).map(laneOf);
  if (places.length === 1) {
    const way = places[0] + 34 > width ? -1 : 1;
    return draw(
      'g.arrow',
      draw('path.loop', { d: `M${places[0]} ${y - 8}h${way * 26}v13H${places[0] + way * 6}` }),
      draw('path', { d: `M${places[0]} ${y + 5}l${way * 9} -4.5v9z` }),
    );
  }
  return places.slice(1).map((to, place) => {
    const from = places[place];
    const way = to > from ? 1 : -1;
    return draw(
      'g.arrow',
      place > 0 && draw('circle', { cx: from, cy: y, r: 4 }),
      draw('path.loop', { d: `M${from} ${y}H${to - way * 6}` }),
      draw('path', { d: `M${to} ${y}l${-way * 9} -4.5v9z` }),
    );
  });
}

// The sentence stands over its arrow, as far as the diagram is wide enough.
function caption(line, laneOf, y, width) {
  const places = line.parties?.length
    ? line.parties.map(laneOf) : [gutter, width];
  const [low, high] = [Math.min(...places), Math.max(...places)];
  const most = Math.min(width - gutter - 12, Math.max(high - low + 30, width * 0.55, 290));
  const lines = wrapped(sentenceOf(line), most);
  const half = Math.max(...lines.map(widthOf)) / 2;
  const middle = Math.min(Math.max((low + high) / 2, gutter + half + 4), width - half - 6);
  return { count: lines.length, node: textBlock('caption', lines, middle, y + 21) };
}

function stepRow(line, number, y, width, laneOf) {
  const text = caption(line, laneOf, y, width);
  const height = Math.max(36 + text.count * lineHeight, 50);
  const count = line.changes.length;
  const changes = count ? `; ${counted(count, 'change')}` : '';
  const node = draw(
    'g.step', {
      role: 'button', 'data-step': number, 'aria-label': `${number}. ${sentenceOf(line)}${changes}`,
    },
    draw('rect.row-area', { x: 1, y, width: width - 2, height, rx: 4 }),
    draw('rect.row-bar', { x: 1, y, width: 4, height }),
    draw('circle.badge', { cx: 19, cy: y + 17, r: 11.5 }),
    textBlock('badge-text', [number], 19, y + 21),
    count > 0 && textBlock('change-text', [`◆ ${count}`], 19, y + 43),
    arrowsOf(line, laneOf, y + height - 14, width),
    text.node,
  );
  return { node, height };
}

function endingRow(ending, y, width) {
  const texts = wrapped(`✗ Broken: ${ending}`, width - gutter - 24, 5);
  const height = texts.length * lineHeight + 16;
  const node = draw(
    'g.ending-note', { 'aria-hidden': 'true' },
    draw('rect', { x: gutter, y, width: width - gutter - 4, height, rx: 4 }),
    textBlock('', texts, gutter + 10, y + 21, 'start'),
  );
  return { node, height };
}

function laneHeads(parties, laneOf, width) {
  const room = (width - gutter) / parties.length - 2;
  const scale = room < 76 ? 10 / 13 : 1;
  const heads = parties.map((party) => (
    wrapped(party.slice(0, 1).toUpperCase() + party.slice(1), (room - 1) / scale)
  ));
  const height = Math.max(...heads.map((lines) => lines.length)) * lineHeight + 14;
  return draw(
    'svg.lane-heads', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
    parties.map((party, place) => {
      const wide = Math.min(Math.max(...heads[place].map(widthOf)) * scale + 14, room);
      const x = laneOf(party);
      return [
        draw('rect', { x: x - wide / 2, y: 3, width: wide, height: height - 6, rx: 4 }),
        textBlock(scale < 1 ? 'small' : '', heads[place], x, 20),
      ];
    }),
  );
}

function drawnDiagram(story, width) {
  const parties = partiesOf(story);
  const laneOf = laneReader(parties, width);
  const rows = [];
  let y = 4;
  const add = ({ node, height }) => {
    rows.push(node);
    y += height + 4;
  };
  story.lines.forEach((line, place) => add(stepRow(line, place + 1, y, width, laneOf)));
  const lanes = parties.map((party) => draw('path.lane', { d: `M${laneOf(party)} 0V${y}` }));
  if (story.ending) add(endingRow(story.ending, y, width));
  return [
    laneHeads(parties, laneOf, width),
    draw(
      'svg.lanes', {
        viewBox: `0 0 ${width} ${y + 4}`, role: 'group', 'aria-label': 'Sequence diagram',
      },
      lanes, rows,
    ),
  ];
}

// The steps as a list, where it is unknown who takes part, and what was drawn.
function stepList(story, isTimed) {
  return make('ol', story.lines.map((line, place) => make(
    'li',
    make(
      isTimed ? 'button.step' : 'div', isTimed && { type: 'button', 'data-step': place + 1 },
      make('strong', `${place + 1}. `), sentenceOf(line), ' ',
      line.changes.length > 0 && tag('change', `◆ ${counted(line.changes.length, 'change')}`),
    ),
    names(line.facts),
  )));
}
