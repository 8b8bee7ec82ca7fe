/** Reads the data of the page from the control plane. */
import type { ListedAppointment } from '../../control/appointments.ts';
import type { ListedDocument } from '../../control/documents.ts';
import type { ListedFault } from '../../control/faults.ts';
import type { ListedKey } from '../../control/keys.ts';
import type { ListedAttempt, ListedEvent } from '../../control/webhooks.ts';
import type { JournalRow } from '../../engine/engine-state.ts';
import type { Settings } from '../../settings.ts';
import { appointmentName } from './appointments.ts';
import { call } from './control.ts';
import { documentName } from './documents.ts';
import type { SentEvent } from './logs.ts';

/** What the page shows of the sandbox. */
export interface SandboxData {
  /** The sandbox's clock, ISO 8601 in UTC. */
  now: string;
  appointments: readonly ListedAppointment[];
  documents: readonly ListedDocument[];
  /** Newest first. */
  keys: readonly ListedKey[];
  faults: readonly ListedFault[];
  settings: Settings;
  /** Newest first. */
  events: readonly SentEvent[];
  /** Oldest first. */
  requests: readonly JournalRow[];
}

/** Rows of the journal that are read again, since the status of a request is known only after its response. */
const rereadRows = 200;

/**
 * Reads the sandbox.
 * @param known the rows of the journal from the last reading, so that a long journal is not read whole each time
 * @throws Error if the sandbox does not respond
 */
export async function readSandbox(known: readonly JournalRow[]): Promise<SandboxData> {
  const get = <T>(path: string) => call<T>('GET', path);
  const [
    clock,
    { appointments },
    { documents },
    { keys },
    { faults },
    settings,
    { events },
    { deliveries },
    requests,
  ] = await Promise.all([
    get<{ now: string }>('/clock'),
    get<{ appointments: ListedAppointment[] }>('/appointments'),
    get<{ documents: ListedDocument[] }>('/documents'),
    get<{ keys: ListedKey[] }>('/keys'),
    get<{ faults: ListedFault[] }>('/faults'),
    get<Settings>('/settings'),
    get<{ events: ListedEvent[] }>('/events'),
    get<{ deliveries: ListedAttempt[] }>('/webhook-deliveries'),
    readJournal(known),
  ]);
  const attempts = Map.groupBy(deliveries, ({ event_id }) => event_id);
  const subjects = new Map([
    ...appointments.map((each) => [each.appointment_id, appointmentName(each)] as const),
    ...documents.map((each) => [each.id, documentName(each)] as const),
  ]);
  return {
    now: clock.now,
    appointments,
    documents,
    keys: keys.toReversed(),
    faults,
    settings,
    events: events.toReversed().map((event) => ({
      ...event,
      attempts: attempts.get(event.id) ?? [],
      subject: subjects.get(event.subject_id) ?? '',
    })),
    requests,
  };
}

/** Row `n` of the journal has index `n - 1`. After a reset the journal starts again, so it is read from the start. */
async function readJournal(known: readonly JournalRow[]): Promise<readonly JournalRow[]> {
  const after = Math.max(0, known.length - rereadRows);
  const { requests } = await call<{ requests: JournalRow[] }>('GET', `/requests?after=${after}`);
  if (after > 0 && requests[0]?.at !== known[after]?.at) return readJournal([]);
  return [...known.slice(0, after), ...requests];
}
