/**
 * Parses the body of a delivery as an event, and derives what to read (Events: Envelope, Types; WHK-09, WHK-13..WHK-23,
 * WHK-42, WHK-46, GAP-89, GAP-90). Only the id and the type are required: types, versions and fields are open sets, and
 * the server never adopts a state from an event.
 */
import { z } from 'zod';
import { eventHeaders, type ReadKind } from '../../contract/upstream-webhooks.ts';
import { jsonOrNull } from '../../core/json.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { identifier } from '../../upstream/assumptions/kinds.ts';
import { search } from '../../upstream/assumptions/search.ts';

/** The service's ids contain no NUL, and PostgreSQL could not store one. */
const name = z.string().regex(/^[^\0]{1,200}$/);

const envelope = z.looseObject({
  id: z.union([name, z.number().transform(String)]),
  type: name,
  payload_version: z.unknown().optional(),
  sequence: z.unknown().optional(),
  // Some services send it as JSON text.
  data: z.preprocess((data) => (typeof data === 'string' ? jsonOrNull(data) : data), z.unknown()),
});
/** An event whose id and type are readable. */
export type ReceivedEvent = z.infer<typeof envelope>;

/** A resource to read again. */
export interface Subject {
  kind: ReadKind;
  /** The service's id of the resource. */
  ref: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads an event; null if the body is not one. A byte order mark is ignored; the signature covers the raw bytes. */
export function readEvent(body: Buffer): ReceivedEvent | null {
  try {
    return envelope.safeParse(JSON.parse(utf8.decode(body))).data ?? null;
  } catch {
    return null;
  }
}

const evidenceKinds: [prefix: string, kind: ReadKind][] = [
  ['customer_consent_evidence.', 'consent_evidence'],
  ['physician_order_evidence.', 'physician_evidence'],
];

/** Whether the server reads this version; without pinned versions it reads all (VER-04). */
function isPinned({ payload_version }: ReceivedEvent, { values }: Assumptions): boolean {
  const { payloadVersions } = values.webhook;
  return payloadVersions === null || payloadVersions.some((pinned) => pinned === payload_version);
}

/**
 * Lists the resources to read for an event; empty if there are none, or if its version is not pinned. The event is
 * stored in any case.
 */
export function subjectsOf(event: ReceivedEvent, assumptions: Assumptions): Subject[] {
  if (!isPinned(event, assumptions)) return [];
  const { type } = event;
  const subjects: Subject[] = [];
  const evidence = evidenceKinds.find(([prefix]) => type.startsWith(prefix));
  if (evidence) {
    const sample = factsOf(event);
    const found = assumptions.look('webhook.evidenceIdKeys', identifier, sample);
    if (found.state === 'found') subjects.push({ kind: evidence[1], ref: found.value });
    else assumptions.report('webhook.evidenceIdKeys', `${evidence[0]}*`, sample);
  }
  const appointmentId = appointmentOf(event);
  if (appointmentId) subjects.push({ kind: 'appointment', ref: appointmentId });
  return subjects;
}

/** What an event says, without its own id: in `data`, or beside its type. */
const factsOf = ({ id: _, ...facts }: ReceivedEvent): object => facts;

/** Reads the id of the appointment of an event, of any version; null if it names none. */
export function appointmentOf(event: ReceivedEvent): string | null {
  const found = search(factsOf(event), ['appointment_id'], identifier);
  return found.state === 'found' ? found.value : null;
}

/**
 * Lists the names of headers that contradict the body. They are not signed, and the body is used (T79).
 * @param header returns the value of a header; empty if there is none
 */
export function differingHeaders(event: ReceivedEvent, header: (name: string) => string): string[] {
  const said: [name: string, value: unknown][] = [
    [eventHeaders.eventId, event.id],
    [eventHeaders.sequence, event.sequence],
    [eventHeaders.payloadVersion, event.payload_version],
  ];
  return said.filter(([name, value]) => header(name) !== asHeader(value)).map(([name]) => name);
}

/** Empty for a value that no header can have; converting a sender's object to text could throw. */
const asHeader = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
