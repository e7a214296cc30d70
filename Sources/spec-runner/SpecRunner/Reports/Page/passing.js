// The nearest schedule that passes, beside the story that does not.
function passingSection(story) {
  const { passing } = story;
  if (!passing?.lines) return null;
  const step = passing.step || 0;
  const all = [story.lines, passing.lines];
  const places = [...Array(Math.max(...all.map((lines) => lines.length))).keys()].slice(step);
  const cell = (lines, place) => (lines[place] ? [
    place === step && [tag('change', '◆ here they part'), ' '], sentenceOf(lines[place]),
  ] : '–');
  const whole = { scene: story.scene, lines: passing.lines };
  return section(
    'The nearest schedule that keeps the promise',
    make('p', step === 0 ? 'They part at the first step.'
      : `They are the same up to step ${step}, and part at step ${step + 1}.`),
    dataTable(
      'From the step on at which they part',
      ['Step', '✗ This story', '✓ The one that keeps it'],
      places.map((place) => [place + 1, ...all.map((lines) => cell(lines, place))]),
    ),
    hasWindows(whole) && fold('What the windows show at its end', () => (
      drawnWindows(sceneAt(whole, whole.lines.length), null)
    )),
  );
}
