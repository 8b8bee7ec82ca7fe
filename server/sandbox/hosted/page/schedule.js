/** The hosted scheduling page: draws what the server says, and asks it for what the member decides. */
import { chooseTime } from './choose-time.js';
import { fill } from './element.js';
import { drawOutcome } from './outcomes.js';
import { openParent, reportHeight } from './parent-window.js';
import { drawReview } from './review.js';
import { timesAt } from './times.js';

const page = document.querySelector('#page');
const screen = document.querySelector('#view');
const address = window.location.pathname;

let view = await read();
const times = timesAt(view.location.timezone);
const partner = openParent(view);
page.classList.toggle('framed', partner.framed);

/** The times as the member has them now, the first one preferred. */
let chosen = view.times;

const leave = {
  framed: partner.framed,
  exit() {
    partner.post('exit');
    if (view.status === 'choose') draw('left');
  },
  /** A frame never navigates itself: the partner's page does, told where to. */
  to: (name, url) => (partner.framed ? () => partner.post(name, { url }) : url),
};

draw();
reportHeight(page, partner.post);
partner.post('ready');
if (view.error_status) partner.post('error', { status: view.error_status });
document.addEventListener('visibilitychange', refresh);

async function read() {
  return (await fetch(`${address}/view`)).json();
}

function draw(what = view.status, { focus = what !== view.status } = {}) {
  const shown =
    what === 'choose'
      ? drawReview({ view, times, chosen, leave, change, confirm })
      : drawOutcome(what, { view, times, leave, resume: () => draw(view.status, { focus: true }) });
  fill(screen, shown);
  if (focus) screen.querySelector('h1').focus();
}

/** Another time in the place of one: what is offered is asked anew, since it may have changed. */
async function change(at) {
  view = await read();
  if (view.status !== 'choose') return draw(view.status, { focus: true });
  const others = chosen.filter((_, index) => index !== at);
  const back = () => {
    draw();
    screen.querySelector(`[data-change="${at}"]`)?.focus();
  };
  const offered = view.offered_times.filter((time) => !others.includes(time));
  fill(
    screen,
    chooseTime({
      title: at === 0 ? 'Choose another first choice' : `Choose another alternate ${at}`,
      offered,
      instead: chosen[at],
      times,
      choose(time) {
        chosen = chosen.with(at, time);
        back();
      },
      back,
    }),
  );
  // Not scrollIntoView, which would move the partner's page as well.
  const strip = screen.querySelector('.days');
  strip.scrollLeft = strip.querySelector('.day:has(:checked)').offsetLeft - strip.offsetLeft - 8;
  screen.querySelector('h1').focus();
}

async function confirm() {
  const [selected_appointment_date, ...alternate_availabilities] = chosen;
  const answer = await fetch(`${address}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ selected_appointment_date, alternate_availabilities }),
  });
  view = await answer.json();
  draw(view.status, { focus: true });
  if (view.status === 'sent') partner.post('complete');
  if (view.error_status) partner.post('error', { status: view.error_status });
}

/** Whoever comes back to the page sees it as it stands now. */
async function refresh() {
  if (document.visibilityState === 'hidden') return;
  const now = await read();
  if (now.status === view.status) return;
  view = now;
  draw();
}
