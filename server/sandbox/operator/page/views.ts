/** The lists of the page: what each entry says, and the form that it has. */
import { line, sentence } from '../../../core/pages/page/page-part.ts';
import type { ListedAppointment } from '../../control/appointments.ts';
import type { Entry, ListView } from './live-list.ts';
import type { SandboxData } from './sandbox-data.ts';

const moods = {
  good: ['confirmed', 'results_ready', 'completed', 'accepted', 'finalized', 'delivered'],
  waiting: ['pending_confirmation', 'pending_scheduling', 'awaiting_upload', 'processing', 'finalizing'],
  bad: ['canceled', 'refunded', 'no_show', 'rejected', 'failed', 'invalidated', 'inactive', 'retrying'],
};

function chipOf(status: string): Entry['chips'][number] {
  const [mood] = Object.entries(moods).find(([, statuses]) => statuses.includes(status)) ?? [];
  return [sentence(status), mood ?? ''];
}

const same = (values: readonly string[]) => Object.fromEntries(values.map((each) => [each, each]));

const appointments: ListView<ListedAppointment> = {
  title: 'Orders and appointments',
  hint: 'Act as the clinic and the testing service. The buttons show what each appointment allows now.',
  empty: 'None yet. An order made with one of the keys below appears here at once.',
  look: 'cards',
  keyOf: ({ appointment_id }) => appointment_id,
  entry: (appointment) => ({
    name: `${appointment.test_name} for ${appointment.customer_name || 'a customer'}`,
    chips: [chipOf(appointment.status)],
    lines: [whenOf(appointment), `${appointment.location.city}, ${appointment.location.state}`],
    operation: 'POST /sandbox/appointments/:id/transition',
    action: {
      params: { id: appointment.appointment_id },
      choices: { to: same(appointment.transitions), scheduled_for: timesOf(appointment) },
    },
  }),
};

function whenOf({ scheduled_for, requested, location }: ListedAppointment): string {
  if (scheduled_for) return timeAt(scheduled_for, location.timezone);
  if (!requested) return 'No time requested yet';
  const times = [requested.selected_appointment_date, ...requested.alternate_availabilities];
  return `Requested: ${times.map((time) => timeAt(time, location.timezone)).join(', or ')}`;
}

/** The times that the location can confirm, or move the appointment to. */
function timesOf({ requested, transitions, times_to_move_to, location }: ListedAppointment) {
  const times =
    transitions.includes('confirmed') && requested
      ? [requested.selected_appointment_date, ...requested.alternate_availabilities]
      : times_to_move_to;
  return Object.fromEntries(times.map((time) => [time, timeAt(time, location.timezone)]));
}

function timeAt(time: string, timeZone: string): string {
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...clock,
  });
  return format.format(new Date(time));
}

const documents: ListView<SandboxData['documents'][number]> = {
  title: 'Documents and physician orders',
  hint: 'What partners sent, and the outcome. The default settings accept each document at once.',
  empty:
    'None yet. Documents come from keys whose partner handles the customer consent or the physician order.',
  look: 'cards',
  keyOf: ({ id }) => id,
  entry: ({ id, kind, status, test_name, signer_name, safe_reason_code, outcomes, lever }) => ({
    name: `${sentence(kind)}${test_name ? ` for ${test_name}` : ''}, signed by ${signer_name}`,
    chips: [chipOf(status)],
    lines: [safe_reason_code ? sentence(safe_reason_code) : ''],
    ...(outcomes.length > 0 && {
      operation: `POST ${lever.replace(id, ':id')}`,
      action: { params: { id }, choices: { status: same(outcomes) } },
    }),
  }),
};

const keys: ListView<SandboxData['keys'][number]> = {
  title: 'Keys',
  hint: 'Each key is a separate partner. A change applies to what begins after it.',
  empty: 'None.',
  look: 'cards',
  creates: 'POST /sandbox/keys',
  keyOf: ({ prefix }) => prefix,
  entry: ({ api_key, prefix, flow, ...values }) => ({
    name: `Key ${prefix}`,
    chips: [
      [flow === 'co_branded' ? 'Co-branded' : 'Full API'],
      ...(values.status === 'inactive' ? [chipOf('inactive')] : []),
    ],
    lines: [`Consent ${values.customer_consent_mode}, physician ${values.physician_order_mode}`],
    secret: api_key,
    operation: 'PATCH /sandbox/keys/:prefix',
    action: { params: { prefix }, values },
    folded: 'Configure',
  }),
};

const faults: ListView<SandboxData['faults'][number]> = {
  title: 'Faults',
  hint: 'A fault changes the response to the next requests that match. A * matches one segment of the path.',
  empty: 'None. Requests get their normal response.',
  look: 'rows',
  creates: 'POST /sandbox/faults',
  keyOf: ({ id }) => id,
  entry: ({ id, method, path, times, skip, effect: { kind, ...more }, remaining }) => ({
    name: `${method} ${path}`,
    chips: [],
    lines: [
      line(
        [kind, ...Object.values(more).map((value) => JSON.stringify(value))].join(' '),
        `${remaining} of ${times} left`,
        skip > 0 && `after ${skip}`,
      ),
    ],
    operation: 'DELETE /sandbox/faults/:id',
    action: { params: { id }, name: `Remove the fault on ${method} ${path}` },
  }),
};

const events: ListView<SandboxData['events'][number]> = {
  title: 'Webhook events',
  hint: 'What was sent to the registered endpoints, and what they responded.',
  empty: 'No events yet.',
  look: 'rows',
  keyOf: ({ id }) => id,
  entry: ({ id, type, occurred_at, subject, sequence, attempts }) => ({
    name: type,
    chips:
      attempts.length === 0
        ? [['Not sent: no endpoint']]
        : attempts.slice(-1).map(({ outcome }) => chipOf(outcome)),
    lines: [
      line(clockTime(occurred_at), subject, `no. ${sequence}`),
      ...attempts.map(
        ({ attempt, at, status }) => `${clockTime(at)} attempt ${attempt}: ${status ?? 'no response'}`,
      ),
    ],
    operation: 'POST /sandbox/webhook-deliveries/redeliver',
    action: { fixed: { event_id: id }, name: `Redeliver ${type} of ${clockTime(occurred_at)}` },
  }),
};

const requests: ListView<SandboxData['requests'][number]> = {
  title: 'Requests',
  hint: 'To /v1, the storage and the hosted page.',
  empty: 'No requests yet.',
  look: 'rows',
  keyOf: ({ n }) => String(n),
  entry: ({ n, at, method, path, query, status, api_key_prefix }) => ({
    // UUIDs by their first eight digits.
    name: `${method} ${path}${query && `?${query}`}`.replaceAll(/([0-9a-f]{8})-[0-9a-f-]{27}/g, '$1…'),
    chips: [[`${status ?? 'cut'}`, status === null || status >= 400 ? 'bad' : '']],
    lines: [line(`no. ${n}`, clockTime(at), api_key_prefix)],
  }),
};

/** Formats an instant, ISO 8601 in UTC, as `HH:MM:SS`. */
const clockTime = (at: string) => at.slice(11, 19);

/** The lists by the names of their data. */
export const views = { appointments, documents, keys, faults, events, requests };
