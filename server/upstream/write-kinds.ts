/**
 * Every logical write, by the flow whose key sends it; the server writes nothing else (Host; HND-03, HND-06, T85). A
 * flow cannot name a write of the other flow. Writes of both flows are in both tables.
 */
import { appointmentWrites, schedulingWrites } from './appointments/writes.ts';
import { consentWrites } from './consent/writes.ts';
import { evidenceWrites } from './evidence/writes.ts';
import { handoffWrites } from './handoff/writes.ts';
import { orderWrites } from './orders/writes.ts';
import { physicianWrites } from './physician/writes.ts';
import { questionnaireWrites } from './questionnaire/writes.ts';
import { webhookWrites } from './webhooks/writes.ts';
import type { WriteKindEntry } from './write-kind-entry.ts';

/** The two flows of the service; each has its own API key. */
export const flows = ['full_api', 'co_branded'] as const;
/** One of the two flows of the service. */
export type Flow = (typeof flows)[number];

const ofBothFlows = { ...orderWrites, ...appointmentWrites, ...webhookWrites };

const tables = {
  full_api: {
    ...ofBothFlows,
    ...consentWrites,
    ...evidenceWrites,
    ...questionnaireWrites,
    ...schedulingWrites,
    ...physicianWrites,
  },
  co_branded: { ...ofBothFlows, ...handoffWrites },
} as const satisfies Record<Flow, Record<string, WriteKindEntry>>;

/** The names of a flow's writes. @typeParam F the flow. @default 'full_api' */
export type WriteKind<F extends Flow = 'full_api'> = F extends Flow
  ? Extract<keyof (typeof tables)[F], string>
  : never;

/** The kinds of writes of each flow, by name. */
export const writeKinds: { readonly [F in Flow]: Readonly<Record<WriteKind<F>, WriteKindEntry>> } = tables;

/** The names of each flow's kinds of writes. */
export const writeKindNames: Readonly<Record<Flow, readonly string[]>> = {
  full_api: Object.keys(writeKinds.full_api),
  co_branded: Object.keys(writeKinds.co_branded),
};

/**
 * Whether a write does no harm if it is made twice: an identity is updated, a consent is given again, and a prescreen
 * without an order has no effect.
 */
export const isRepeatable = (kind: string): boolean =>
  kind === 'identity.save' || kind === 'prescreen.submit' || kind.startsWith('consent_session.');

const ofPaidBooking = ['order.place', 'questionnaire.submit', 'appointment.schedule', 'handoff.create'];

/** Whether only a paid booking has writes of this kind. */
export const isOfPaidBooking = (kind: string): boolean => ofPaidBooking.includes(kind);

const onKnownRoutes = ['order.place', 'questionnaire.submit', 'appointment.schedule'];

/**
 * Whether a 404 to a write of this kind may pass: its route, or what it is about, was there a moment ago. It may be gone
 * while the service is released.
 */
export const mayBeFoundAgain = (kind: string): boolean =>
  onKnownRoutes.includes(kind) || kind.startsWith('consent_session.');

/** Whether the flow has a write of this name. */
export const isWriteKind = <F extends Flow>(flow: F, kind: string): kind is WriteKind<F> =>
  Object.hasOwn(writeKinds[flow], kind);

/**
 * Finds the entry of a write.
 * @throws Error if the flow has no such write
 */
export const writeKind = <F extends Flow>(flow: F, kind: WriteKind<F>): WriteKindEntry => {
  const table: Readonly<Record<string, WriteKindEntry>> = writeKinds[flow];
  const found = table[kind];
  if (!found) throw new Error(`${flow} has no write ${kind}`);
  return found;
};
