/** A partner's endpoint for hooks over HTTP, which verifies each signature by its own reading of Standard Webhooks. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { standardWebhookKey } from '../../server/core/standard-webhooks.ts';
import { newSecret } from './event-receiver.ts';
import { serve } from './serve.ts';

interface HookCall {
  /** The last part of the path. */
  name: string;
  headers: IncomingMessage['headers'];
  body: { version: number; hook: string; request: Record<string, unknown> };
}

/** The endpoint, and what a test changes about it. */
export interface HookPartner {
  url: string;
  secret: string;
  /** Every call with a valid signature. */
  calls: HookCall[];
  /** What each hook returns; a function may write a response of its own. */
  results: Record<string, unknown>;
  /** Responds in the place of all hooks, until it is null again. */
  respond: ((response: ServerResponse, call: HookCall) => void) | null;
  /** Whether it checks signatures. */
  isGuarded: boolean;
  close(): Promise<void>;
}

/** The keys of secrets, as the settings read them. */
export const keysOf = (...secrets: string[]): Buffer[] =>
  secrets.map(standardWebhookKey).filter((key) => key !== null);

/** Starts the endpoint on a free port; it has only `check`. */
export async function startHookPartner(): Promise<HookPartner> {
  const secret = newSecret();
  const { url, close } = await serve(async (request, response) => {
    const body = await text(request);
    if (partner.isGuarded && !isSigned(request.headers, body, secret)) return response.writeHead(401).end();
    const name = request.url?.split('/').at(-1) ?? '';
    const call: HookCall = { name, headers: request.headers, body: JSON.parse(body) };
    partner.calls.push(call);
    if (partner.respond) return partner.respond(response, call);
    if (!(name in partner.results) || call.body.hook !== name) return response.writeHead(404).end();
    return response.end(JSON.stringify({ result: partner.results[name] }));
  });
  const partner: HookPartner = {
    url: `${url}/hooks`,
    secret,
    calls: [],
    results: { check: true },
    respond: null,
    isGuarded: true,
    close,
  };
  return partner;
}

function isSigned(headers: IncomingMessage['headers'], body: string, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = Buffer.from(
    createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64'),
  );
  const given = String(headers['webhook-signature']).split(' ');
  return given.some((signature) => {
    const [version, value = ''] = signature.split(',');
    const bytes = Buffer.from(value);
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}
