/** Orders and appointments, each with a button for every move that its state allows. */
import { element } from '../../hosted/page/element.js';
import { pull } from './control.js';
import { liveList } from './live-list.js';

const moves = {
  confirmed: 'Confirm',
  rescheduled: 'Move',
  pending_scheduling: 'Decline',
  results_in_progress: 'Start results',
  results_ready: 'Results ready',
  completed: 'Complete',
  form_available: 'Form available',
  no_show: 'No show',
  canceled: 'Cancel',
  refunded: 'Refund',
};
/** Which move carries the story on. */
const onward = ['confirmed', 'results_in_progress', 'results_ready', 'completed'];

export const appointments = liveList(document.querySelector('#appointments'), {
  keyOf: ({ appointment_id }) => appointment_id,
  draw(appointment) {
    const { test_type, status, customer_name, location, transitions, physician_order_status } = appointment;
    const name = `${test_type} for ${customer_name || 'a customer'}`;
    return element(
      'li',
      { 'aria-label': name },
      element(
        'div',
        { class: 'head' },
        element('h3', {}, name),
        element('span', { class: `chip ${status}` }, status),
      ),
      element('p', {}, whenOf(appointment)),
      element(
        'p',
        { class: 'quiet' },
        [
          `${location.city}, ${location.state}`,
          `results ${appointment.results_status}`,
          physician_order_status && `physician order ${physician_order_status}`,
          appointment.has_signed_form && 'form signed',
          appointment.cancellation_reason_code,
        ]
          .filter(Boolean)
          .join(' · '),
      ),
      element(
        'div',
        { class: 'moves' },
        Object.keys(moves)
          .filter((to) => transitions.includes(to))
          .map((to) => moveButton(appointment, to)),
      ),
      element(
        'details',
        {},
        element('summary', {}, 'Ids'),
        element(
          'dl',
          {},
          ['appointment_id', 'order_id', 'api_key_prefix'].flatMap((id) => [
            element('dt', {}, id),
            element('dd', {}, element('code', {}, appointment[id])),
          ]),
        ),
      ),
    );
  },
});

function whenOf({ scheduled_for, requested, location }) {
  const at = (time) => timeAt(time, location.timezone);
  if (scheduled_for) return at(scheduled_for);
  if (!requested) return 'No time asked for yet';
  const alternates = requested.alternate_availabilities.map(at).join(', ');
  return `Asked for ${at(requested.selected_appointment_date)}, else ${alternates}`;
}

function moveButton(appointment, to) {
  const times = timesOf(appointment, to);
  const choice =
    times.length > 1 &&
    element(
      'select',
      { 'aria-label': `Time to ${moves[to].toLowerCase()}` },
      times.map((time) => element('option', { value: time }, timeAt(time, appointment.location.timezone))),
    );
  const button = element(
    'button',
    {
      type: 'button',
      class: onward.includes(to) && 'onward',
      onclick: () =>
        pull(`${moves[to]}: done.`, 'POST', `/appointments/${appointment.appointment_id}/transition`, {
          to,
          ...(choice ? { scheduled_for: choice.value } : times[0] && { scheduled_for: times[0] }),
        }),
    },
    moves[to],
  );
  return choice ? element('span', { class: 'move' }, choice, button) : button;
}

function timesOf({ requested, times_to_move_to }, to) {
  if (to === 'rescheduled') return times_to_move_to;
  if (to !== 'confirmed' || !requested) return [];
  return [requested.selected_appointment_date, ...requested.alternate_availabilities];
}

function timeAt(time, timeZone) {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(time));
}
