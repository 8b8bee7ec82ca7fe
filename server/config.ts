/** The server's settings, read once from the environment; every mistake is named at once and no value is ever repeated (AUTH-12). */
import { isIP } from 'node:net';
import type { JWK } from 'jose';
import { z } from 'zod';
import { logLevels } from './http/log.ts';
import { type Assumptions, assumptionsFile } from './upstream/assumptions.ts';
import { readAssumptions } from './upstream/read-assumptions.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An address without a trailing slash; plain http is taken for this machine alone, since keys and tokens travel there. */
const address = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((text, context) => {
    const url = new URL(text);
    if (url.protocol === 'http:' && !loopback.has(url.hostname))
      context.addIssue('must be https (http is taken for this machine alone)');
    if (url.username || url.password || url.search || url.hash)
      context.addIssue('must carry no credentials, query or fragment');
    return text.replace(/\/+$/, '');
  });

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const origins = list.superRefine((values, context) => {
  if (values.length === 0) context.addIssue('must name at least one web origin');
  for (const value of values) {
    const url = URL.canParse(value) ? new URL(value) : null;
    if (url?.origin !== value || (url.protocol === 'http:' && !loopback.has(url.hostname)))
      context.addIssue('each must be an exact web origin like https://shop.example, without a path');
  }
});

const origin = z.string().superRefine((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.has(url.hostname));
  if (url?.origin !== value || !secure)
    context.addIssue('must be an exact https origin (http is taken for this machine alone)');
});

const hosts = list.superRefine((values, context) => {
  for (const value of values)
    if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(value))
      context.addIssue('each must be a host like gym.example, without scheme and path');
});

const apiKey = z.string().regex(/^[^.\s]+\.\S+$/, 'must read <prefix>.<secret>');

const proxies = list.superRefine((values, context) => {
  for (const value of values) {
    const [ip = '', bits, rest] = value.split('/');
    const width = isIP(ip) === 4 ? 32 : 128;
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= width);
    if (isIP(ip) === 0 || rest !== undefined || !fits)
      context.addIssue('each must be an IP address or a CIDR range');
  }
});

const number = (fallback: number, min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback);
const whole = (fallback: number, min: number, max: number) =>
  number(fallback, min, max).refine(Number.isInteger, 'must be a whole number');

/** Its faults name entries, never what stands in them. */
const assumptions = z.string().transform((file, context): Assumptions => {
  const read = readAssumptions(file);
  if ('assumptions' in read) return read.assumptions;
  for (const fault of read.faults) context.addIssue(fault);
  return z.NEVER;
});

/** A JSON Web Key Set in one line: the first key is the one in use, the others are still taken. */
const keys = (fits: (key: Record<string, unknown>) => boolean, what: string) =>
  z.string().transform((text, context): JWK[] => {
    const parsed = z
      .object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().min(1) })).min(1) })
      .safeParse(jsonOrNull(text));
    const found = parsed.success ? parsed.data.keys : [];
    if (!parsed.success) context.addIssue('must be a JSON Web Key Set, each key with a kid');
    else if (!found.every(fits)) context.addIssue(`every key must be ${what}`);
    else if (new Set(found.map((key) => key.kid)).size < found.length) context.addIssue('kids must differ');
    return found;
  });

const settings = z
  .object({
    PORT: whole(8080, 0, 65_535),
    HOST: z.string().default('127.0.0.1'),
    PUBLIC_URL: address,
    UPSTREAM_URL: address,
    UPSTREAM_API_KEY: apiKey.optional(),
    HANDOFF_API_KEY: apiKey.optional(),
    HANDOFF_ORIGIN: origin.optional(),
    HANDOFF_ALLOWED_HOSTS: hosts.prefault(''),
    UPSTREAM_ENVIRONMENT: z.string().optional(),
    ORIGINS: origins,
    TRUSTED_PROXIES: proxies.prefault(''),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
      .optional(),
    SQLITE_FILE: z.string().default('.data/dx.sqlite'),
    STORE_KEYS: keys((key) => key.kty === 'oct' && isKeyOf256Bits(key.k), 'symmetric (oct) of 256 bits'),
    TOKEN_KEYS: keys(
      (key) => key.kty === 'EC' && key.crv === 'P-256' && typeof key.d === 'string',
      'a private EC key on P-256',
    ),
    TOKEN_LIFETIME_SECONDS: whole(600, 1, 3600),
    SUBJECT_ISSUER: z.string().optional(),
    SUBJECT_JWKS_URL: address.optional(),
    SUBJECT_AUDIENCE: z.string().optional(),
    HOOKS_MODULE: z.string().optional(),
    ASSUMPTIONS_FILE: assumptions.optional(),
    STRUCTURED_PHYSICIAN_ENABLED: z.enum(['true', 'false'], 'must be true or false').default('false'),
    WEBHOOK_SECRETS: list.prefault(''),
    RECONCILE_SECONDS: number(300, 0.1, 86_400),
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
    WRITE_LEASE_SECONDS: number(30, 1, 3600),
    UPSTREAM_TIMEOUT_SECONDS: number(20, 0.1, 600),
    UPSTREAM_CONNECTIONS: whole(16, 1, 1000),
    WRITE_RETRY_LIMIT: whole(12, 1, 1000),
    WRITE_RETRY_BASE_SECONDS: number(0.5, 0.001, 60),
    WRITE_RETRY_CAP_SECONDS: number(30, 0.001, 3600),
  })
  .refine((value) => value.UPSTREAM_API_KEY !== undefined || value.HANDOFF_API_KEY !== undefined, {
    path: ['UPSTREAM_API_KEY'],
    message: 'is needed, or HANDOFF_API_KEY, or both',
    // Told together with what else is missing.
    when: () => true,
  })
  .superRefine((value, context) => {
    if (value.HANDOFF_API_KEY !== undefined && value.HANDOFF_API_KEY === value.UPSTREAM_API_KEY)
      context.addIssue({
        code: 'custom',
        path: ['HANDOFF_API_KEY'],
        message: 'must be another key than UPSTREAM_API_KEY: a key serves one flow',
      });
    if ((value.HANDOFF_API_KEY === undefined) !== (value.HANDOFF_ORIGIN === undefined))
      context.addIssue({
        code: 'custom',
        path: [value.HANDOFF_ORIGIN === undefined ? 'HANDOFF_ORIGIN' : 'HANDOFF_API_KEY'],
        message: 'is needed: the key and the origin of the hosted page go together',
      });
    const subject = [value.SUBJECT_ISSUER, value.SUBJECT_JWKS_URL, value.SUBJECT_AUDIENCE];
    if (subject.some(Boolean) && !subject.every(Boolean))
      context.addIssue({
        code: 'custom',
        path: ['SUBJECT_ISSUER'],
        message: 'goes together with SUBJECT_JWKS_URL and SUBJECT_AUDIENCE',
      });
    if (value.WRITE_LEASE_SECONDS <= value.UPSTREAM_TIMEOUT_SECONDS)
      context.addIssue({
        code: 'custom',
        path: ['WRITE_LEASE_SECONDS'],
        message: 'must be longer than UPSTREAM_TIMEOUT_SECONDS, or two processes would send at once',
      });
  });

export type Config = ReturnType<typeof named>;

/** @throws Error naming every setting at fault, without its value. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = settings.safeParse(given);
  if (read.success) return named(read.data);
  const faults = read.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const missing = issue.code === 'invalid_type' && given[name] === undefined;
    return missing ? `${name} is needed` : `${name} ${issue.message}`;
  });
  throw new Error(`Settings at fault:\n${[...new Set(faults)].map((fault) => `  ${fault}`).join('\n')}`);
}

const named = (env: z.output<typeof settings>) => ({
  port: env.PORT,
  host: env.HOST,
  /** What `htu` and the issuer are computed from. */
  publicUrl: env.PUBLIC_URL,
  upstreamUrl: env.UPSTREAM_URL,
  /** Of the full API; null where this server does not serve it. */
  upstreamApiKey: env.UPSTREAM_API_KEY ?? null,
  /** The co-branded flow; null where this server does not serve it. */
  handoff:
    env.HANDOFF_API_KEY && env.HANDOFF_ORIGIN
      ? {
          apiKey: env.HANDOFF_API_KEY,
          /** Where the hosted page stands. */
          origin: env.HANDOFF_ORIGIN,
          /** Where `return_url` and `member_profile_url` may lead. */
          allowedHosts: env.HANDOFF_ALLOWED_HOSTS,
        }
      : null,
  /** Compared with the configuration's `environment` (GAP-01). */
  upstreamEnvironment: env.UPSTREAM_ENVIRONMENT ?? null,
  origins: env.ORIGINS,
  trustedProxies: env.TRUSTED_PROXIES,
  databaseUrl: env.DATABASE_URL,
  sqliteFile: env.SQLITE_FILE,
  storeKeys: env.STORE_KEYS,
  tokenKeys: env.TOKEN_KEYS,
  tokenLifetimeSeconds: env.TOKEN_LIFETIME_SECONDS,
  subject:
    env.SUBJECT_ISSUER && env.SUBJECT_JWKS_URL && env.SUBJECT_AUDIENCE
      ? { issuer: env.SUBJECT_ISSUER, jwksUrl: env.SUBJECT_JWKS_URL, audience: env.SUBJECT_AUDIENCE }
      : null,
  hooksModule: env.HOOKS_MODULE ?? null,
  /** Said once onboarding has enabled and certified structured orders (CFG-27). */
  structuredPhysician: env.STRUCTURED_PHYSICIAN_ENABLED === 'true',
  assumptions: env.ASSUMPTIONS_FILE ?? assumptionsFile.parse({}),
  /** Taken beside those that `webhooks:register` stored. */
  webhookSecrets: env.WEBHOOK_SECRETS,
  reconcileMs: env.RECONCILE_SECONDS * 1000,
  logLevel: env.LOG_LEVEL,
  upstreamTimeoutMs: env.UPSTREAM_TIMEOUT_SECONDS * 1000,
  upstreamConnections: env.UPSTREAM_CONNECTIONS,
  writes: {
    leaseMs: env.WRITE_LEASE_SECONDS * 1000,
    retryLimit: env.WRITE_RETRY_LIMIT,
    retryBaseMs: env.WRITE_RETRY_BASE_SECONDS * 1000,
    retryCapMs: env.WRITE_RETRY_CAP_SECONDS * 1000,
  },
});

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isKeyOf256Bits = (k: unknown) => typeof k === 'string' && Buffer.from(k, 'base64url').length === 32;
