/** A partner's backend that receives events: it verifies each with the library of Standard Webhooks, and can be away. */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import type { BookingEvent } from '../../server/contract/events.ts';
import { serve } from './serve.ts';

/** Makes a secret of Standard Webhooks. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

interface Delivered {
  headers: IncomingHttpHeaders;
  body: string;
  event: BookingEvent;
  /** The status that it was answered with; null if it was not answered. */
  status: number | null;
}

/** The receiver, as `eventReceiver` starts it. */
export type EventReceiver = Awaited<ReturnType<typeof eventReceiver>>;

/**
 * Starts a receiver on a free port.
 * @param options.answer the status for an event; null cuts the connection. @default 204
 * @param options.isVirtual whether the sender's clock is a test's, which the library does not know. @default false
 */
export async function eventReceiver(
  options: { secret?: string; answer?: (event: BookingEvent) => number | null; isVirtual?: boolean } = {},
) {
  const { secret = newSecret(), answer = () => 204, isVirtual = false } = options;
  const library = new Webhook(secret);
  const all: Delivered[] = [];
  const forged: string[] = [];
  const { url, close } = await serve(async (request, response) => {
    const body = await text(request);
    const { headers } = request;
    try {
      verify(library, body, headers, isVirtual);
    } catch (error) {
      forged.push(String(error));
      response.writeHead(401).end();
      return;
    }
    const event = JSON.parse(body) as BookingEvent;
    const status = answer(event);
    all.push({ headers, body, event, status });
    if (status === null) request.socket.destroy();
    else response.writeHead(status).end();
  });
  const accepted = () =>
    all.filter(({ status }) => status !== null && status < 300).map(({ event }) => event);
  return {
    url: `${url}/events`,
    secret,
    /** Every request with a valid signature. */
    all,
    /** Why other requests were refused. */
    forged,
    /** The events that were accepted, in order. */
    accepted,
    /** The same of one user, as the type and the states. */
    of: (subject: string) =>
      accepted()
        .filter(({ data }) => data.subject === subject)
        .map(inWords),
    close,
    closeAfterTest: () => onTestFinished(close),
  };
}

/** @throws WebhookVerificationError */
function verify(library: Webhook, body: string, headers: IncomingHttpHeaders, isVirtual: boolean): void {
  if (!isVirtual) {
    library.verify(body, headers as Record<string, string>);
    return;
  }
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = library.sign(String(headers['webhook-id']), at, body);
  if (headers['webhook-signature'] !== signature) throw new Error('the signature is another one');
}

/** An event as `booking.confirmed requested>confirmed`. */
export const inWords = ({ type, data: { state } }: BookingEvent) => `${type} ${state.before}>${state.after}`;
