/** What stands where there is nothing to decide: sent, confirmed, left, stopped, closed, expired. */
import { element } from './element.js';
import { timeList } from './review.js';
import { wayBack, wayOut, wayToProfile } from './ways-out.js';

const outcomes = {
  sent: ({ view, times }) => [
    title('Request sent'),
    element(
      'p',
      {},
      'The location confirms one of your times within its opening hours. It is not booked before that.',
    ),
    timeList({ chosen: view.times, times }),
  ],
  confirmed: ({ view, times }) => [
    title('Your appointment is confirmed'),
    element('p', { class: 'large' }, times.whole(view.scheduled_for)),
    element('p', { class: 'quiet' }, `At the test location, in ${times.zone()}.`),
  ],
  left: ({ resume }) => [
    title('You left before sending'),
    element('p', {}, 'Nothing was sent to the location. Your times wait here for you.'),
    element(
      'div',
      { class: 'actions' },
      element('button', { type: 'button', onclick: resume }, 'Go back to your times'),
    ),
  ],
  blocked: () => [
    title('This test cannot be scheduled here'),
    element(
      'p',
      {},
      'The rules for this test do not allow it to be scheduled at this location for you. Nothing was sent. Go back to where you ordered: they can tell you what is possible instead.',
    ),
  ],
  closed: () => [
    title('There is nothing left to schedule'),
    element(
      'p',
      {},
      'This appointment is past scheduling. Go back to where you ordered to see how it stands.',
    ),
  ],
  expired: () => [
    title('This page has expired'),
    element(
      'p',
      {},
      'For your privacy it stays open for a day. Nothing was lost: go back to where you ordered your test and open scheduling again.',
    ),
  ],
};

export function drawOutcome(what, { view, times, leave, resume }) {
  return [
    ...outcomes[what]({ view, times, resume }),
    element(
      'div',
      { class: 'actions' },
      wayBack(view, leave, 'primary'),
      wayToProfile(view, leave),
      // Alone the page has nothing to be closed by.
      leave.framed && what !== 'left' && wayOut(view, leave, 'Close'),
    ),
  ];
}

const title = (text) => element('h1', { tabindex: -1 }, text);
