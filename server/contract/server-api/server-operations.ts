/** The operations of every server: tokens, the live stream, deliveries of the service, and its own state and document. */
import { z } from 'zod';
import { revokeRequest, tokenErrorResponse, tokenRequest, tokenResponse } from '../token-api.ts';
import { eventEnvelope, eventHeaders } from '../upstream-webhooks.ts';
import type { Operations } from './operation.ts';

const metadata = z.object({
  issuer: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  grant_types_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  dpop_signing_alg_values_supported: z.array(z.string()),
});
const publicKeys = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) });
const state = <State extends string>(name: State) =>
  z.object({ status: z.literal(name), version: z.string() });

/** The token endpoint and its keys, by method and path. */
export const tokenOperations = {
  'POST /token': {
    summary: 'Exchange your user token for a widget token',
    access: { none: 'a token of the user' },
    description:
      'RFC 8693. The widget token is bound to the key of the proof, and to the origin of the page.',
    caller: 'page',
    request: { type: 'application/x-www-form-urlencoded', schema: tokenRequest },
    responses: { 200: tokenResponse },
    otherErrors: {
      400: tokenErrorResponse,
      413: tokenErrorResponse,
      415: tokenErrorResponse,
      503: tokenErrorResponse,
    },
    problems: [],
  },
  'GET /.well-known/oauth-authorization-server': {
    summary: 'Read the metadata of the token endpoint (RFC 8414)',
    access: { none: 'metadata of the server' },
    caller: 'anyone',
    responses: { 200: metadata },
    problems: [],
  },
  'GET /jwks.json': {
    summary: 'Read the public keys of the widget tokens',
    access: { none: 'public keys' },
    caller: 'anyone',
    responses: { 200: { type: 'application/jwk-set+json', schema: publicKeys } },
    problems: [],
  },
  'POST /revoke': {
    summary: 'End every widget token and live stream of a user, when the user signs out',
    access: { none: 'the end of sessions' },
    caller: 'backend',
    request: revokeRequest,
    responses: { 204: null },
    problems: ['backend_secret_invalid', 'revocation_not_configured'],
  },
} as const satisfies Operations;

/** The live stream. */
export const liveOperations = {
  'GET /live': {
    summary: 'Follow the changes of the customer',
    access: { none: 'ids of appointments that changed' },
    description:
      'A stream of server-sent events. The data of `change` is `{ "kind": "appointment", "ref": "<id>" }`; read that appointment again. `reread` says that changes may have been missed; read everything on show again. The stream ends with its token.',
    caller: 'customer',
    headers: {
      'Last-Event-ID': { description: 'The id of the last event that the page received.', required: false },
    },
    responses: { 200: { type: 'text/event-stream', schema: z.string() } },
    problems: [],
  },
} as const satisfies Operations;

/** Deliveries of the service. */
export const webhookOperations = {
  'POST /webhooks': {
    summary: 'Receive an event of the testing service',
    access: { record: 'service_event', action: 'change' },
    caller: 'service',
    headers: { [eventHeaders.timestamp]: { description: 'Seconds since the epoch.', required: true } },
    request: eventEnvelope,
    responses: { 204: null },
    problems: [
      'event_timestamp',
      'event_signature',
      'event_compressed',
      'event_too_large',
      'event_cut_short',
      'event_unreadable',
      'event_not_stored',
    ],
  },
} as const satisfies Operations;

/** The state of the process. */
export const healthOperations = {
  'GET /health/live': {
    summary: 'Whether the process responds',
    access: { none: 'state of the process' },
    caller: 'anyone',
    responses: { 200: state('live') },
    problems: [],
  },
  'GET /health/ready': {
    summary: 'Whether the process can serve',
    access: { none: 'state of the process' },
    caller: 'anyone',
    responses: { 200: state('ready') },
    problems: ['stopping'],
  },
} as const satisfies Operations;

/** The first step as markup. */
export const firstStepOperations = {
  'GET /first-step': {
    summary: 'Read the first step as markup, for the HTML of your page',
    access: { none: 'the same for every customer' },
    description:
      'The content of the tag `<dx-booking>` in your page: the customer sees it before any script has loaded. Its query has the attributes of the tag: `test-types` and `zip` change what is drawn, and the others limit what can be chosen. A name that the tag does not have is ignored. Your page may keep it for as long as `Cache-Control` says.',
    caller: 'anyone',
    query: {
      'test-types': { description: 'As on the tag.', required: false },
      zip: { description: 'As on the tag.', required: false },
      language: { description: 'A BCP 47 tag. The default is `en`.', required: false },
      styles: {
        description: '`inline`, the default, or `link`, which links style sheets of this server.',
        required: false,
      },
      preload: {
        description: '`false` leaves out the links that load the scripts of the current release at once.',
        required: false,
      },
    },
    responses: { 200: { type: 'text/html', schema: z.string() } },
    problems: [],
  },
} as const satisfies Operations;

/** The document of all operations. */
export const documentOperations = {
  'GET /openapi.json': {
    summary: 'Read this document',
    access: { none: 'this document' },
    caller: 'anyone',
    responses: { 200: { type: 'application/json', schema: z.looseObject({ openapi: z.string() }) } },
    problems: [],
  },
} as const satisfies Operations;
