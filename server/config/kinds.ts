/**
 * The kinds of settings. Each kind parses a text and reports what is wrong with it, without repeating the text
 * (AUTH-12).
 */
import { isIP } from 'node:net';
import { z } from 'zod';
import { operatorRoles } from '../contract/admin-api/operator-roles.ts';
import { type HookName, hookNames } from '../contract/hooks-api.ts';
import { jsonOrNull } from '../core/json.ts';
import { isLoopback, isSecureUrl } from '../core/secure-url.ts';
import { standardWebhookKey } from '../core/standard-webhooks.ts';
import { databaseUrlFault } from '../core/store/database-url.ts';
import { readAssumptions } from '../upstream/assumptions/file.ts';
import type { AssumptionValues } from '../upstream/assumptions/schema.ts';

/**
 * An address without a trailing slash. Plain http is accepted for this machine only, because keys and tokens are sent
 * there.
 */
export const address = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((text, context) => {
    const url = new URL(text);
    if (!isSecureUrl(url)) context.addIssue('must be https (http is taken for this machine alone)');
    if (url.username || url.password || url.search || url.hash)
      context.addIssue('must carry no credentials, query or fragment');
    return text.replace(/\/+$/, '');
  });

/** A comma-separated list; empty entries are dropped. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Secrets that the partner's backend sends; long enough that they cannot be guessed. */
export const backendSecrets = list.superRefine((values, context) => {
  if (values.some((value) => value.length < 32)) context.addIssue('each must have 32 characters or more');
});

/** A list of addresses that receive requests as they are written: with their query, and with or without a slash. */
export const eventUrls = list.superRefine((values, context) => {
  if (new Set(values).size < values.length) context.addIssue('must name each address once');
  for (const value of values) {
    const url = URL.canParse(value) ? new URL(value) : null;
    if (!url || !isSecureUrl(url))
      context.addIssue('each must be an https address (http is taken for this machine alone)');
    else if (url.username || url.password || url.hash)
      context.addIssue('each must carry no credentials and no fragment');
  }
});

/** The address of the access log's sink: a file, a syslog server, or an https address. */
export const sinkUrl = z.string().superRefine((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'file:') {
    if (url.host !== '' || url.pathname === '/') context.addIssue('a file is written as file:/path/to/file');
  } else if (url?.protocol === 'syslog:' || url?.protocol === 'syslog+tls:') {
    if (url.hostname === '' || url.username || url.search || url.pathname.length > 1)
      context.addIssue('a syslog server is written as syslog+tls://host:port');
    if (url.protocol === 'syslog:' && !isLoopback(url))
      context.addIssue('must be syslog+tls (syslog is taken for this machine alone)');
  } else if (!url || !isSecureUrl(url)) {
    context.addIssue('must be a file:, syslog+tls: or https: address (http is taken for this machine alone)');
  } else if (url.username || url.password || url.hash)
    context.addIssue('must carry no credentials and no fragment');
});

/** A list of Standard Webhooks secrets, as keys. */
export const webhookKeys = list.transform((values, context): Buffer[] => {
  const decoded = values.map(standardWebhookKey);
  if (decoded.includes(null)) context.addIssue('each must read whsec_ and 24 to 64 bytes in base64');
  return decoded.filter((key) => key !== null);
});

/** A list of hooks. */
export const hooks = list.transform((values, context): HookName[] => {
  const known = hookNames.filter((name) => values.includes(name));
  if (new Set(values).size !== known.length) context.addIssue(`may name only ${hookNames.join(', ')}`);
  return known;
});

/** Pages of an app in a webview; the URL parser knows no origin for their schemes. */
const webviewOrigin = /^(capacitor|ionic):\/\/localhost$/;

/** A list of web origins, or origins of webviews. */
export const origins = list.superRefine((values, context) => {
  if (values.length === 0) context.addIssue('must name at least one web origin');
  for (const value of values) {
    if (value.includes('*')) {
      context.addIssue(
        'takes no patterns: write out each web origin, like https://a.shop.example,https://b.shop.example',
      );
      continue;
    }
    const url = URL.canParse(value) ? new URL(value) : null;
    const isWeb = url?.origin === value && (url.protocol !== 'http:' || isLoopback(url));
    if (!isWeb && !webviewOrigin.test(value))
      context.addIssue('each must be an exact web origin like https://shop.example, without a path');
  }
});

/** One web origin. */
export const origin = z.string().superRefine((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.origin !== value || !isSecureUrl(url))
    context.addIssue('must be an exact https origin (http is taken for this machine alone)');
});

/** The address of a PostgreSQL database. */
export const databaseUrl = z.string().superRefine((text, context) => {
  const fault = databaseUrlFault(text);
  if (fault) context.addIssue(fault);
});

/** A list of hosts, each with an optional port. */
export const hosts = list.superRefine((values, context) => {
  for (const value of values)
    if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(value))
      context.addIssue('each must be a host like gym.example, without scheme and path');
});

const operatorKey = z.object({
  name: z.string().regex(/^[\w.@+-]{1,64}$/),
  role: z.enum(operatorRoles),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A list of operators, each with a role and the SHA-256 of a key. */
export const operatorKeys = list.transform((values, context) => {
  const entries = values.map((value) => {
    const [name, role, hash, ...rest] = value.split(':');
    return rest.length > 0 ? undefined : operatorKey.safeParse({ name, role, hash }).data;
  });
  if (entries.includes(undefined))
    context.addIssue(
      `each must read NAME:ROLE:HASH, as "dx-booking keys operator" prints it, with the role ${operatorRoles.join(', ')}`,
    );
  const keys = entries.filter((entry) => entry !== undefined);
  if (new Set(keys.map(({ hash }) => hash)).size < keys.length) context.addIssue('must have each key once');
  return keys.map((key) => ({ ...key, hash: Buffer.from(key.hash, 'hex') }));
});

/** An API key of the service. */
export const apiKey = z.string().regex(/^[^.\s]+\.\S+$/, 'must read <prefix>.<secret>');

/** A list of IP addresses or CIDR ranges, and `unix`. */
export const proxies = list.superRefine((values, context) => {
  for (const value of values.filter((one) => one !== 'unix')) {
    const [ip = '', bits, rest] = value.split('/');
    const width = isIP(ip) === 4 ? 32 : 128;
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= width);
    if (isIP(ip) === 0 || rest !== undefined || !fits)
      context.addIssue('each must be an IP address, a CIDR range, or unix');
  }
});

const within = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);
/** Yes or no; no by default. */
export const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((text) => text === 'true');
/**
 * Creates the schema of a whole number within limits.
 * @param min the least accepted
 * @param max the largest accepted
 */
export const wholeWithin = (min: number, max: number) =>
  within(min, max).refine(Number.isInteger, 'must be a whole number');
/**
 * Creates the schema of a whole number within limits, with a default. The unit is that of the setting.
 * @param min the least accepted
 * @param max the largest accepted
 */
export const whole = (fallback: number, min: number, max: number) => wholeWithin(min, max).default(fallback);

/** An assumptions file. Faults name entries, never their values. */
export const assumptions = z.string().transform((file, context): AssumptionValues => {
  const read = readAssumptions(file);
  if ('assumptions' in read) return read.assumptions;
  for (const fault of read.faults) context.addIssue(fault);
  return z.NEVER;
});

/**
 * Creates the schema of a JSON Web Key Set in one line: the first key is in use, the others are still accepted.
 * @param key a key of the needed kind
 * @param what completes the fault "every key must be …"
 */
export const keys = <Key extends z.ZodType<{ kid: string }>>(key: Key, what: string) =>
  z.string().transform((text, context): z.output<Key>[] => {
    const parsed = z
      .object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().min(1) })).min(1) })
      .safeParse(jsonOrNull(text));
    const found = z.array(key).safeParse(parsed.data?.keys);
    if (!parsed.success) context.addIssue('must be a JSON Web Key Set, each key with a kid');
    else if (!found.success) context.addIssue(`every key must be ${what}`);
    else if (new Set(found.data.map(({ kid }) => kid)).size < found.data.length)
      context.addIssue('kids must differ');
    return found.data ?? [];
  });

/** A key that encrypts what is stored. */
export const storeKey = z.looseObject({
  kty: z.literal('oct'),
  kid: z.string(),
  /** 256 bits. */
  k: z.string().refine((k) => Buffer.from(k, 'base64url').length === 32),
});

/** The algorithm of widget tokens. */
export const signingAlgorithm = 'ES256';

/** A key that signs widget tokens, without the members that nothing here needs. */
export const signingKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  alg: z.literal(signingAlgorithm).default(signingAlgorithm),
  use: z.literal('sig').default('sig'),
  kid: z.string().min(1),
  x: z.string().min(1),
  y: z.string().min(1),
  d: z.string().min(1),
});
export type SigningKey = z.infer<typeof signingKey>;
