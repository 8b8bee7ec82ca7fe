/**
 * Reads the server's settings once from the environment. All faults are reported together, and no message repeats a
 * value (AUTH-12).
 */
import { z } from 'zod';
import { logLevels } from '../observability/log.ts';
import { assumptionsFile } from '../upstream/assumptions/schema.ts';
import { webhookKey } from '../upstream/webhooks/signing-key.ts';
import { customerWords, termsOf } from './customer-words.ts';
import { faultsOf, withoutEmpty } from './faults.ts';
import {
  address,
  apiKey,
  assumptions,
  backendSecrets,
  databaseUrl,
  eventUrls,
  hosts,
  isKeyOf256Bits,
  keys,
  list,
  number,
  origin,
  origins,
  proxies,
  webhookKeys,
  whole,
  wholeWithin,
} from './kinds.ts';

/** Every setting by its name. */
export const entries = z.object({
  PORT: whole(8080, 0, 65_535),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address,
  UPSTREAM_URL: address,
  UPSTREAM_API_KEY: apiKey.optional(),
  HANDOFF_API_KEY: apiKey.optional(),
  HANDOFF_ORIGIN: origin.optional(),
  HANDOFF_ALLOWED_HOSTS: hosts.prefault(''),
  DOCUMENT_HOSTS: hosts.prefault(''),
  UPSTREAM_ENVIRONMENT: z.string().optional(),
  ORIGINS: origins,
  HSTS_MAX_AGE_SECONDS: whole(31_536_000, 0, 63_072_000),
  HSTS_SUBDOMAINS: z.enum(['true', 'false'], 'must be true or false').default('false'),
  TRUSTED_PROXIES: proxies.prefault(''),
  DATABASE_URL: databaseUrl.optional(),
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
  SUBJECT_TOKEN_MAX_SECONDS: whole(300, 10, 86_400),
  SUBJECT_TOKEN_TYPES: list.prefault('JWT'),
  BACKEND_SECRETS: backendSecrets.prefault(''),
  HOOKS_MODULE: z.string().optional(),
  WIDGET_RELEASES_DIR: z.string().optional(),
  ASSUMPTIONS_FILE: assumptions.optional(),
  ...customerWords,
  STRUCTURED_PHYSICIAN_ENABLED: z.enum(['true', 'false'], 'must be true or false').default('false'),
  WEBHOOK_SECRETS: list.prefault(''),
  EVENTS_URL: eventUrls.prefault(''),
  EVENTS_SECRET: webhookKeys.prefault(''),
  RECONCILE_SECONDS: number(300, 0.1, 86_400),
  RATE_LIMIT_PER_USER: whole(600, 0, 1_000_000),
  RATE_LIMIT_PER_ADDRESS: whole(600, 0, 1_000_000),
  METRICS_PORT: wholeWithin(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  WRITE_LEASE_SECONDS: number(5, 1, 3600),
  UPSTREAM_TIMEOUT_SECONDS: number(20, 0.1, 600),
  UPSTREAM_CONNECTIONS: whole(16, 1, 1000),
  WRITE_RETRY_LIMIT: whole(12, 1, 1000),
  WRITE_RETRY_BASE_SECONDS: number(0.5, 0.001, 60),
  WRITE_RETRY_CAP_SECONDS: number(30, 0.001, 3600),
});

interface Rule {
  /** The settings that the rule reads. If one of them is invalid by itself, the rule is skipped. */
  reads: (keyof z.output<typeof entries>)[];
  at: keyof z.output<typeof entries>;
  holds: (value: z.output<typeof entries>) => boolean;
  message: string;
}

const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined);

/** The rule that a setting requires another. */
const needs = (given: Rule['at'], at: Rule['at'], reason: string): Rule => ({
  reads: [given, at],
  at,
  holds: (value) => !isSet(value[given]) || isSet(value[at]),
  message: `is needed: ${reason}`,
});

/** The rules between settings. */
const rules: Rule[] = [
  {
    reads: ['UPSTREAM_API_KEY', 'HANDOFF_API_KEY'],
    at: 'UPSTREAM_API_KEY',
    holds: (value) => value.UPSTREAM_API_KEY !== undefined || value.HANDOFF_API_KEY !== undefined,
    message: 'is needed, or HANDOFF_API_KEY, or both',
  },
  {
    reads: ['UPSTREAM_API_KEY', 'HANDOFF_API_KEY'],
    at: 'HANDOFF_API_KEY',
    holds: (value) => value.HANDOFF_API_KEY === undefined || value.HANDOFF_API_KEY !== value.UPSTREAM_API_KEY,
    message: 'must be another key than UPSTREAM_API_KEY: a key serves one flow',
  },
  needs('HANDOFF_API_KEY', 'HANDOFF_ORIGIN', 'the key and the origin of the hosted page go together'),
  needs('HANDOFF_ORIGIN', 'HANDOFF_API_KEY', 'the key and the origin of the hosted page go together'),
  needs('EVENTS_URL', 'EVENTS_SECRET', 'every event is signed'),
  needs('EVENTS_SECRET', 'EVENTS_URL', 'the secret signs the events that are sent there'),
  {
    reads: ['SUBJECT_ISSUER', 'SUBJECT_JWKS_URL', 'SUBJECT_AUDIENCE'],
    at: 'SUBJECT_ISSUER',
    holds: ({ SUBJECT_ISSUER, SUBJECT_JWKS_URL, SUBJECT_AUDIENCE }) =>
      new Set([SUBJECT_ISSUER, SUBJECT_JWKS_URL, SUBJECT_AUDIENCE].map(Boolean)).size === 1,
    message: 'goes together with SUBJECT_JWKS_URL and SUBJECT_AUDIENCE',
  },
  {
    reads: ['WEBHOOK_SECRETS', 'ASSUMPTIONS_FILE'],
    at: 'WEBHOOK_SECRETS',
    holds: ({ WEBHOOK_SECRETS, ASSUMPTIONS_FILE }) =>
      WEBHOOK_SECRETS.every((secret) =>
        webhookKey(secret, ASSUMPTIONS_FILE?.webhook.secretEncoding ?? 'utf8'),
      ),
    message:
      'must each decode to 16 bytes or more, written as webhook.secretEncoding in ASSUMPTIONS_FILE says',
  },
  {
    reads: ['PORT', 'METRICS_PORT'],
    at: 'METRICS_PORT',
    holds: ({ PORT, METRICS_PORT }) => METRICS_PORT === 0 || METRICS_PORT !== PORT,
    message: 'must be another port than PORT: metrics are not for browsers',
  },
];

const settings = entries.superRefine(
  (value, context) => {
    const atFault = new Set(context.issues.map(({ path }) => path?.[0]));
    for (const { reads, at, holds, message } of rules)
      if (!reads.some((name) => atFault.has(name)) && !holds(value))
        context.addIssue({ code: 'custom', path: [at], message });
  },
  // Reported together with settings that are invalid by themselves.
  { when: () => true },
);

/** The settings of the server, parsed and with defaults. */
export type Config = ReturnType<typeof named>;

/** Reads all settings. @returns the configuration, or one sentence for each fault, without values */
export function readSettings(env: NodeJS.ProcessEnv): { config: Config } | { faults: string[] } {
  const given = withoutEmpty(env);
  const read = settings.safeParse(given);
  if (read.success) return { config: named(read.data) };
  return { faults: faultsOf(read.error, given) };
}

/** Reads all settings. @throws Error that lists all faults, without values */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = readSettings(env);
  if ('faults' in read) throw new Error(tellFaults(read.faults));
  return read.config;
}

/** Writes the operator's message that lists all faults, one a line. */
export const tellFaults = (faults: string[]) =>
  `Settings at fault:\n${faults.map((fault) => `  ${fault}`).join('\n')}`;

const named = (env: z.output<typeof settings>) => ({
  port: env.PORT,
  host: env.HOST,
  /** The base of `htu` and of the issuer. */
  publicUrl: env.PUBLIC_URL,
  upstreamUrl: env.UPSTREAM_URL,
  /** The API key of the full API; null if this server does not serve it. */
  upstreamApiKey: env.UPSTREAM_API_KEY ?? null,
  /** The co-branded flow; null if this server does not serve it. */
  handoff:
    env.HANDOFF_API_KEY && env.HANDOFF_ORIGIN
      ? {
          apiKey: env.HANDOFF_API_KEY,
          /** The origin of the hosted page. */
          origin: env.HANDOFF_ORIGIN,
          /** The hosts to which `return_url` and `member_profile_url` may lead. */
          allowedHosts: env.HANDOFF_ALLOWED_HOSTS,
        }
      : null,
  /** Hosts of uploads and signed forms, in addition to the service's own host. */
  documentHosts: env.DOCUMENT_HOSTS,
  /** Compared with the configuration's `environment` (GAP-01); null skips the check. */
  upstreamEnvironment: env.UPSTREAM_ENVIRONMENT ?? null,
  origins: env.ORIGINS,
  /** Header names that pages may send in addition to the widget's own. */
  strictTransport: { maxAge: env.HSTS_MAX_AGE_SECONDS, includeSubDomains: env.HSTS_SUBDOMAINS === 'true' },
  trustedProxies: env.TRUSTED_PROXIES,
  databaseUrl: env.DATABASE_URL,
  sqliteFile: env.SQLITE_FILE,
  storeKeys: env.STORE_KEYS,
  tokenKeys: env.TOKEN_KEYS,
  tokenLifetimeSeconds: env.TOKEN_LIFETIME_SECONDS,
  subject:
    env.SUBJECT_ISSUER && env.SUBJECT_JWKS_URL && env.SUBJECT_AUDIENCE
      ? {
          issuer: env.SUBJECT_ISSUER,
          jwksUrl: env.SUBJECT_JWKS_URL,
          audience: env.SUBJECT_AUDIENCE,
          maxSeconds: env.SUBJECT_TOKEN_MAX_SECONDS,
          types: env.SUBJECT_TOKEN_TYPES,
        }
      : null,
  /** The secrets that the partner's backend sends to POST /revoke. */
  backendSecrets: env.BACKEND_SECRETS,
  hooksModule: env.HOOKS_MODULE ?? null,
  /** Keeps the files of the widget's earlier releases for open pages; null to serve the current ones only. */
  widgetReleasesDirectory: env.WIDGET_RELEASES_DIR ?? null,
  /** The partner's page with `<dx-appointments>`; null if it is not set. */
  appointmentsUrl: env.APPOINTMENTS_URL ?? null,
  terms: termsOf(env),
  /** True after onboarding has enabled and certified structured orders (CFG-27). */
  structuredPhysician: env.STRUCTURED_PHYSICIAN_ENABLED === 'true',
  assumptions: env.ASSUMPTIONS_FILE ?? assumptionsFile.parse({}),
  /** Signing secrets in addition to those that `webhooks:register` stored. */
  webhookSecrets: env.WEBHOOK_SECRETS,
  /** The receivers of events, and the keys that sign them. */
  events: { urls: env.EVENTS_URL, keys: env.EVENTS_SECRET },
  reconcileMs: env.RECONCILE_SECONDS * 1000,
  /** Requests a minute; 0 for no limit. */
  rateLimits: { perUser: env.RATE_LIMIT_PER_USER, perAddress: env.RATE_LIMIT_PER_ADDRESS },
  logLevel: env.LOG_LEVEL,
  /** The address of the metrics listener; null without metrics. */
  metrics: env.METRICS_PORT === undefined ? null : { port: env.METRICS_PORT, host: env.METRICS_HOST },
  upstreamTimeoutMs: env.UPSTREAM_TIMEOUT_SECONDS * 1000,
  upstreamConnections: env.UPSTREAM_CONNECTIONS,
  writes: {
    leaseMs: env.WRITE_LEASE_SECONDS * 1000,
    retryLimit: env.WRITE_RETRY_LIMIT,
    retryBaseMs: env.WRITE_RETRY_BASE_SECONDS * 1000,
    retryCapMs: env.WRITE_RETRY_CAP_SECONDS * 1000,
  },
});
