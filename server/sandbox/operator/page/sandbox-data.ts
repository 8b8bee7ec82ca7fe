/** Reads the data of the page from the control plane. */
import type { ListedAppointment } from '../../control/appointments.ts';
import type { ListedDocument } from '../../control/documents.ts';
import type { ListedFault } from '../../control/faults.ts';
import type { ListedKey } from '../../control/keys.ts';
import type { ListedEvent } from '../../control/webhooks.ts';
import type { JournalRow } from '../../engine/engine-state.ts';
import { call } from './control.ts';

/** The data of the sandbox on the page, the newest of each list first. */
export interface SandboxData {
  /** The sandbox's clock, ISO 8601 in UTC. */
  now: string;
  settings: object;
  appointments: readonly ListedAppointment[];
  documents: readonly ListedDocument[];
  keys: readonly ListedKey[];
  faults: readonly ListedFault[];
  events: readonly ListedEvent[];
  requests: readonly JournalRow[];
}

/** Rows of the journal that are read again, since the status of a request is known only after its response. */
const rereadRows = 200;

/**
 * Reads the sandbox.
 * @param known the journal of the last reading, so that a long one is not read whole each time
 * @throws Error if the sandbox does not respond
 */
export async function readSandbox(known: readonly JournalRow[] = []): Promise<SandboxData> {
  const get = (name: string) => call<SandboxData>('GET', `/sandbox/${name}`);
  const lists = ['clock', 'appointments', 'documents', 'keys', 'faults', 'events'].map(get);
  const [settings, requests, ...read] = await Promise.all([get('settings'), readJournal(known), ...lists]);
  const data: SandboxData = Object.assign({}, ...read, { settings, requests });
  return { ...data, keys: data.keys.toReversed(), events: data.events.toReversed() };
}

/** Row `n` of the journal is the nth from its end. After a reset it starts again, so it is read from the start. */
async function readJournal(known: readonly JournalRow[]): Promise<readonly JournalRow[]> {
  const after = Math.max(0, known.length - rereadRows);
  const { requests } = await call<{ requests: JournalRow[] }>('GET', `/sandbox/requests?after=${after}`);
  const kept = known.slice(known.length - after);
  if (after > 0 && requests[0]?.at !== known.at(-after - 1)?.at) return readJournal([]);
  return [...requests.toReversed(), ...kept];
}
