/** Receives webhooks on this machine, byte for byte. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { done } from './assertions.ts';
import type { Client } from './client.ts';
import type { Trial } from './trial.ts';

const types = [
  ...['created', 'requested', 'confirmed', 'rescheduled', 'canceled', 'no_show'],
  ...['results_in_progress', 'results_ready', 'form_available'],
].map((name) => `appointment.${name}`);
const evidenceTypes = ['customer_consent_evidence', 'physician_order_evidence'].flatMap((kind) =>
  ['accepted', 'rejected', 'failed'].map((outcome) => `${kind}.${outcome}`),
);
/** The 15 types of events. */
export const eventTypes = [...types, ...evidenceTypes];

const nullable = z.string().nullable();
const form = z.object({
  appointment_id: z.uuid(),
  order_id: z.uuid(),
  test_type: z.string(),
  form_type: z.string(),
  artifact_type: z.string(),
  retrieval_status: z.string(),
});
const lifecycle = z.object({
  appointment_id: z.uuid(),
  order_id: z.uuid(),
  test_type: z.string(),
  status: z.string(),
  results_status: z.string(),
  scheduled_for: nullable,
  previous_status: nullable,
  previous_results_status: nullable,
  previous_scheduled_for: nullable,
  original_scheduled_for: nullable,
});
const event = z.strictObject({
  id: z.uuid(),
  type: z.enum(eventTypes),
  occurred_at: z.iso.datetime({ offset: true }),
  payload_version: z.iso.date(),
  sequence: z.int(),
  data: z.strictObject({ object: z.looseObject({}) }),
});

/** A delivery. */
interface Delivery {
  headers: IncomingHttpHeaders;
  rawBody: string;
  event: z.infer<typeof event>;
}

/** Takes deliveries until the check ends. */
export interface Receiver {
  url: string;
  received: Delivery[];
  /** The status of the next responses: 204 at first. Null cuts the connection. */
  status: number | null;
  /** Waits until what is due has been delivered. @returns the types without `appointment.` */
  types: () => Promise<string[]>;
  /** Registers this receiver. @returns the registration */
  register: (client: Client, changes?: object) => Promise<{ id: string; signing_secret: string }>;
}

/** The body of a registration. */
export const endpointBody = (callback_url: string, changes: object = {}) => ({
  callback_url,
  subscribed_events: eventTypes,
  partner_evidence_webhooks_enabled: true,
  ...changes,
});

/** Runs `act` with a receiver. @throws if a delivery has another shape than the specification says */
export async function withReceiver(
  trial: Trial,
  act: (receiver: Receiver) => Promise<unknown>,
): Promise<unknown> {
  const server = createServer(async (request, response) => {
    const rawBody = (await buffer(request)).toString('utf8');
    receiver.received.push({ headers: request.headers, rawBody, event: JSON.parse(rawBody) });
    if (receiver.status === null) response.destroy();
    else response.writeHead(receiver.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    status: 204,
    async types() {
      await trial.advance(0);
      return this.received.map(({ event: { type } }) => type.replace('appointment.', ''));
    },
    register: (client, changes) =>
      done(client.post('/v1/webhook-endpoints', endpointBody(receiver.url, changes))),
  };
  try {
    const answer = await act(receiver);
    for (const { event: one } of receiver.received) {
      event.parse(one);
      if (one.type === 'appointment.form_available') form.parse(one.data.object);
      else if (types.includes(one.type)) lifecycle.parse(one.data.object);
    }
    return answer;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
