// What every page does: its header, its keys, and an address that says what is shown.

const main = document.getElementById('report');
const documentTitle = document.title;
let addressTimer = 0;

// A little later: browsers refuse too many changes in a row.
function rememberAddress(address) {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => history.replaceState(history.state, '', address), 250);
}

function put(...content) {
  main.replaceChildren();
  build(main, content);
}

function focusHeading() {
  document.getElementById('heading').focus();
}

function isPlainKey(event) {
  return !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
}

function moveByKey(event) {
  const { key, target } = event;
  if (!player || !isPlainKey(event)) return;
  if (target.closest('svg [data-step]') && (key === 'Enter' || key === ' ')) {
    event.preventDefault();
    chooseStep(event);
  }
  const targets = {
    ArrowRight: player.step + 1, j: player.step + 1, ArrowLeft: player.step - 1, k: player.step - 1,
    Home: 0, End: player.last,
  };
  // A table that scrolls sideways needs its arrow keys.
  if (!(key in targets) || target.closest('.scroller')) return;
  event.preventDefault();
  player.show(targets[key]);
  revealBar();
}

// Who steps by keys has to see what changes.
function revealBar() {
  const bar = main.querySelector('.control-bar');
  if (bar?.getBoundingClientRect().top > innerHeight / 4) bar.scrollIntoView();
}

function addShell(...links) {
  const skip = make('button.skip', { type: 'button', click: focusHeading }, 'Skip to the content');
  document.body.prepend(skip, make('header.page-header', make('p.brand', report.program), links));
  history.scrollRestoration = 'manual';
  document.addEventListener('keydown', moveByKey);
}
