/**
 * Reads the server's settings once from the environment. All faults are reported together, and no message repeats a
 * value (AUTH-12).
 */
import type { z } from 'zod';
import { assumptionsFile } from '../upstream/assumptions/schema.ts';
import { termsOf } from './customer-words.ts';
import { settings } from './entries.ts';
import { faultsOf, withoutEmpty } from './faults.ts';

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

const dayMs = 24 * 60 * 60_000;

const retentionOf = (env: z.output<typeof settings>) => ({
  unfinishedMs: env.RETENTION_UNFINISHED_DAYS * dayMs,
  bookingsMs: env.RETENTION_BOOKINGS_DAYS * dayMs,
  writesMs: env.RETENTION_WRITES_DAYS * dayMs,
  eventsMs: env.RETENTION_EVENTS_DAYS * dayMs,
  erasuresMs: env.RETENTION_ERASURES_DAYS * dayMs,
  accessLogMs: env.RETENTION_ACCESS_LOG_DAYS * dayMs,
});

const adminOf = (env: z.output<typeof settings>) =>
  env.ADMIN_PORT === undefined
    ? null
    : {
        port: env.ADMIN_PORT,
        host: env.ADMIN_HOST,
        keys: env.ADMIN_KEYS,
        tls:
          env.ADMIN_TLS_CERT_FILE && env.ADMIN_TLS_KEY_FILE
            ? { certificateFile: env.ADMIN_TLS_CERT_FILE, keyFile: env.ADMIN_TLS_KEY_FILE }
            : null,
      };

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
  /** `Strict-Transport-Security`; `maxAge` in seconds. */
  strictTransport: { maxAge: env.HSTS_MAX_AGE_SECONDS, includeSubDomains: env.HSTS_SUBDOMAINS === 'true' },
  trustedProxies: env.TRUSTED_PROXIES,
  databaseUrl: env.DATABASE_URL,
  sqliteFile: env.SQLITE_FILE,
  /** Where the data keys are; null if they are in the database of the data. */
  keysDatabase: env.KEYS_DATABASE_URL
    ? { databaseUrl: env.KEYS_DATABASE_URL }
    : env.KEYS_SQLITE_FILE
      ? { sqliteFile: env.KEYS_SQLITE_FILE }
      : null,
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
  /** Where the access log goes besides the database; null if it does not. */
  accessLogSink: env.ACCESS_LOG_URL ? { url: env.ACCESS_LOG_URL, keys: env.ACCESS_LOG_SECRET } : null,
  reconcileMs: env.RECONCILE_SECONDS * 1000,
  /** How long records are kept after their last change. */
  retention: retentionOf(env),
  /** Requests a minute; 0 for no limit. */
  rateLimits: { perUser: env.RATE_LIMIT_PER_USER, perAddress: env.RATE_LIMIT_PER_ADDRESS },
  logLevel: env.LOG_LEVEL,
  /** The address of the metrics listener; null without metrics. */
  metrics: env.METRICS_PORT === undefined ? null : { port: env.METRICS_PORT, host: env.METRICS_HOST },
  /** The listener of the admin API; null without it. */
  admin: adminOf(env),
  upstreamTimeoutMs: env.UPSTREAM_TIMEOUT_SECONDS * 1000,
  upstreamConnections: env.UPSTREAM_CONNECTIONS,
  writes: {
    leaseMs: env.WRITE_LEASE_SECONDS * 1000,
    retryLimit: env.WRITE_RETRY_LIMIT,
    retryBaseMs: env.WRITE_RETRY_BASE_SECONDS * 1000,
    retryCapMs: env.WRITE_RETRY_CAP_SECONDS * 1000,
  },
});
