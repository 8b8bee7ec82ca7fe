/** Every setting of the server with its kind and default, and the rules between settings. */
import { z } from 'zod';
import { logLevels } from '../core/observability/log.ts';
import { isLoopback } from '../core/secure-url.ts';
import { assumptionsFile } from '../upstream/assumptions/schema.ts';
import { webhookKey } from '../upstream/webhooks/signing-key.ts';
import { customerWords } from './customer-words.ts';
import {
  address,
  apiKey,
  assumptions,
  backendSecrets,
  databaseUrl,
  eventUrls,
  flag,
  hooks,
  hosts,
  keys,
  list,
  operatorKeys,
  origin,
  origins,
  proxies,
  signingKey,
  sinkUrl,
  storeKey,
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
  UPSTREAM_REQUESTS_PER_SECOND: wholeWithin(1, 1_000).optional(),
  UPSTREAM_ENVIRONMENT: z.string().optional(),
  ORIGINS: origins,
  HSTS_MAX_AGE_SECONDS: whole(31_536_000, 0, 63_072_000),
  HSTS_SUBDOMAINS: flag,
  TRUSTED_PROXIES: proxies.prefault(''),
  DATABASE_URL: databaseUrl.optional(),
  SQLITE_FILE: z.string().default('.data/dx.sqlite'),
  KEYS_DATABASE_URL: databaseUrl.optional(),
  KEYS_SQLITE_FILE: z.string().optional(),
  STORE_KEYS: keys(storeKey, 'symmetric (oct) of 256 bits'),
  TOKEN_KEYS: keys(signingKey, 'a private EC key on P-256, for ES256'),
  SUBJECT_ISSUER: z.string().optional(),
  SUBJECT_JWKS_URL: address.optional(),
  SUBJECT_AUDIENCE: z.string().optional(),
  SUBJECT_TOKEN_MAX_SECONDS: whole(300, 10, 86_400),
  SUBJECT_TOKEN_TYPES: list.prefault('JWT'),
  BACKEND_SECRETS: backendSecrets.prefault(''),
  HOOKS_MODULE: z.string().optional(),
  ADAPTER_MODULE: z.string().optional(),
  WIDGET_RELEASES_DIR: z.string().optional(),
  ASSUMPTIONS_FILE: assumptions.default(() => assumptionsFile.parse({})),
  ...customerWords,
  STRUCTURED_PHYSICIAN_ENABLED: flag,
  WEBHOOK_SECRETS: list.prefault(''),
  EVENTS_URL: eventUrls.prefault(''),
  EVENTS_SECRET: webhookKeys.prefault(''),
  ACCESS_LOG_URL: sinkUrl.optional(),
  ACCESS_LOG_SECRET: webhookKeys.prefault(''),
  RETENTION_UNFINISHED_DAYS: whole(90, 1, 36_500),
  RETENTION_BOOKINGS_DAYS: whole(2190, 1, 36_500),
  RETENTION_ACCESS_LOG_DAYS: whole(2190, 1, 36_500),
  RATE_LIMIT_PER_USER: whole(600, 0, 1_000_000),
  RATE_LIMIT_PER_ADDRESS: whole(600, 0, 1_000_000),
  METRICS_PORT: wholeWithin(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  ADMIN_PORT: wholeWithin(0, 65_535).optional(),
  ADMIN_HOST: z.string().default('127.0.0.1'),
  ADMIN_KEYS: operatorKeys.prefault(''),
  ADMIN_TLS_CERT_FILE: z.string().optional(),
  ADMIN_TLS_KEY_FILE: z.string().optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});

/** The settings of hooks over HTTP by name. */
export const hookEntries = z.object({
  HOOKS_URL: address.optional(),
  HOOKS_SECRET: webhookKeys.prefault(''),
  HOOKS: hooks.prefault(''),
});

/** The settings that no output shows. Each can also be in a file that `NAME_FILE` names. */
export const secretNames = [
  'UPSTREAM_API_KEY',
  'HANDOFF_API_KEY',
  'DATABASE_URL',
  'KEYS_DATABASE_URL',
  'STORE_KEYS',
  'TOKEN_KEYS',
  'BACKEND_SECRETS',
  'HOOKS_SECRET',
  'WEBHOOK_SECRETS',
  'EVENTS_URL',
  'EVENTS_SECRET',
  'ACCESS_LOG_URL',
  'ACCESS_LOG_SECRET',
  'ADMIN_KEYS',
] as const satisfies (keyof z.output<typeof entries> | keyof z.output<typeof hookEntries>)[];

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
    reads: ['ACCESS_LOG_URL', 'ACCESS_LOG_SECRET'],
    at: 'ACCESS_LOG_SECRET',
    holds: ({ ACCESS_LOG_URL = '', ACCESS_LOG_SECRET }) =>
      /^https?:/.test(ACCESS_LOG_URL) === ACCESS_LOG_SECRET.length > 0,
    message: 'goes together with an https address in ACCESS_LOG_URL, and signs what is sent there',
  },
  {
    reads: ['KEYS_DATABASE_URL', 'KEYS_SQLITE_FILE'],
    at: 'KEYS_SQLITE_FILE',
    holds: (value) => !value.KEYS_SQLITE_FILE || !value.KEYS_DATABASE_URL,
    message: 'and KEYS_DATABASE_URL exclude each other: the data keys are in one database',
  },
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
      WEBHOOK_SECRETS.every((secret) => webhookKey(secret, ASSUMPTIONS_FILE.webhook.secretEncoding)),
    message:
      'must each decode to 16 bytes or more, written as webhook.secretEncoding in ASSUMPTIONS_FILE says',
  },
  {
    reads: ['PORT', 'METRICS_PORT'],
    at: 'METRICS_PORT',
    holds: ({ PORT, METRICS_PORT }) => METRICS_PORT === 0 || METRICS_PORT !== PORT,
    message: 'must be another port than PORT: metrics are not for browsers',
  },
  needs('ADMIN_PORT', 'ADMIN_KEYS', 'the admin API is only for operators with a key'),
  needs('ADMIN_TLS_CERT_FILE', 'ADMIN_TLS_KEY_FILE', 'a certificate and its key go together'),
  needs('ADMIN_TLS_KEY_FILE', 'ADMIN_TLS_CERT_FILE', 'a certificate and its key go together'),
  {
    reads: ['ADMIN_HOST', 'ADMIN_TLS_CERT_FILE'],
    at: 'ADMIN_TLS_CERT_FILE',
    holds: ({ ADMIN_HOST, ADMIN_TLS_CERT_FILE }) =>
      ADMIN_TLS_CERT_FILE !== undefined ||
      isLoopback({ hostname: ADMIN_HOST === '::1' ? '[::1]' : ADMIN_HOST }),
    message: 'is needed: without TLS, ADMIN_HOST must be on this machine',
  },
  {
    reads: ['PORT', 'METRICS_PORT', 'ADMIN_PORT'],
    at: 'ADMIN_PORT',
    holds: ({ PORT, METRICS_PORT, ADMIN_PORT }) => !ADMIN_PORT || ![PORT, METRICS_PORT].includes(ADMIN_PORT),
    message: 'must be another port than PORT and METRICS_PORT: it is for operators only',
  },
];

/** All settings with their rules. */
export const settings = entries.superRefine(
  (value, context) => {
    const atFault = new Set(context.issues.map(({ path }) => path?.[0]));
    for (const { reads, at, holds, message } of rules)
      if (!reads.some((name) => atFault.has(name)) && !holds(value))
        context.addIssue({ code: 'custom', path: [at], message });
  },
  // Reported together with settings that are invalid by themselves.
  { when: () => true },
);
