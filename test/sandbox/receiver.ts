/** A partner's webhook receiver: records each delivery byte for byte and responds as the test sets. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { WebhookEndpoint } from '../../server/contract/upstream-api/webhook-endpoints.ts';
import { type EventEnvelope, eventTypes } from '../../server/contract/upstream-webhooks.ts';
import { eventually } from '../support/eventually.ts';
import { serve } from '../support/serve.ts';
import type { Partner } from './sandbox-harness.ts';

interface Received {
  headers: IncomingHttpHeaders;
  rawBody: string;
  event: EventEnvelope;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** The status of the next responses; 204 at first. */
  answer: (response: ServerResponse) => void;
  /** Waits until this many deliveries have arrived. */
  until(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const { url, close } = await serve(async (request, response) => {
    const rawBody = (await buffer(request)).toString('utf8');
    received.push({ headers: request.headers, rawBody, event: JSON.parse(rawBody) });
    receiver.answer(response);
  });
  const receiver: Receiver = {
    url: `${url}/hooks`,
    received,
    answer: answering(204),
    async until(count) {
      await eventually(() => received.length >= count);
      return received;
    },
    close,
  };
  return receiver;
}

export const answering = (status: number) => (response: ServerResponse) =>
  void response.writeHead(status).end();

const endpointBody = (callback_url: string, changes: object = {}) => ({
  callback_url,
  subscribed_events: [...eventTypes],
  partner_evidence_webhooks_enabled: true,
  ...changes,
});

export async function register(
  partner: Partner,
  url: string,
  changes: object = {},
): Promise<WebhookEndpoint> {
  return (await partner.post<WebhookEndpoint>('/v1/webhook-endpoints', endpointBody(url, changes))).data;
}
