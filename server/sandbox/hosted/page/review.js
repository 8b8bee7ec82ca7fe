/** The supplied times, to be changed or confirmed. */
import { element } from './element.js';
import { wayOut, wayToProfile } from './ways-out.js';

export function drawReview({ view, times, chosen, leave, change, confirm }) {
  const gone = chosen.filter((time) => !view.offered_times.includes(time));
  const { address_line_1, address_line_2, city, state, postal_code } = view.location;
  return [
    element('h1', { tabindex: -1 }, 'Check your times'),
    element(
      'p',
      {},
      `The location confirms one of them, by your order of preference. Nothing is booked before that.`,
    ),
    element(
      'dl',
      { class: 'facts' },
      fact('Test', view.test_name),
      fact('For', view.member_name),
      fact(
        'Where',
        [address_line_1, address_line_2, `${city}, ${state} ${postal_code}`].filter(Boolean).join(', '),
      ),
    ),
    element('h2', {}, 'Your times'),
    element('p', { class: 'quiet' }, `At the test location, in ${times.zone()}.`),
    timeList({ chosen, times, gone, change: view.ui_controls.hide_change ? null : change }),
    gone.length > 0 && goneNote(gone.length, view.ui_controls.hide_change),
    element(
      'div',
      { class: 'actions' },
      gone.length === 0 && confirmButton(confirm),
      wayOut(view, leave, 'Exit without sending'),
      wayToProfile(view, leave),
    ),
  ];
}

function fact(name, value) {
  return element('div', {}, element('dt', {}, name), element('dd', {}, value));
}

export function timeList({ chosen, times, gone = [], change = null }) {
  return element(
    'ol',
    { class: 'times' },
    chosen.map((time, at) => {
      const rank = at === 0 ? 'First choice' : `Alternate ${at}`;
      return element(
        'li',
        { class: gone.includes(time) ? 'gone' : undefined },
        element(
          'span',
          {},
          element('small', {}, rank),
          element('strong', {}, times.whole(time)),
          gone.includes(time) && element('em', {}, 'No longer available'),
        ),
        change &&
          element(
            'button',
            {
              type: 'button',
              'data-change': at,
              'aria-label': `Change ${rank.toLowerCase()}, ${times.whole(time)}`,
              onclick: () => change(at),
            },
            'Change',
          ),
      );
    }),
  );
}

function goneNote(count, fixed) {
  const what = count === 1 ? 'One of your times went meanwhile.' : `${count} of your times went meanwhile.`;
  const next = fixed
    ? 'Go back and choose others; nothing was sent.'
    : 'Choose another in its place; nothing was sent.';
  return element('p', { class: 'note', role: 'alert' }, `${what} ${next}`);
}

function confirmButton(confirm) {
  const note = element('p', { class: 'note', role: 'alert', hidden: true });
  const button = element(
    'button',
    {
      type: 'button',
      class: 'primary',
      async onclick() {
        if (button.getAttribute('aria-disabled') === 'true') return;
        button.setAttribute('aria-disabled', 'true');
        button.textContent = 'Sending…';
        note.hidden = true;
        await confirm().catch(() => {
          button.removeAttribute('aria-disabled');
          button.textContent = 'Confirm these times';
          note.textContent = 'The request did not get through. Nothing was lost: try again.';
          note.hidden = false;
        });
      },
    },
    'Confirm these times',
  );
  return [note, button];
}
