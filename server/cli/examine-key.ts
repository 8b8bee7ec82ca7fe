/**
 * One key against the service, by reads alone: whether it is taken, where, for which branches, with which scopes, and how
 * far apart the clocks are (Authentication; CFG-02, CFG-30, ENV-09, GAP-01, GAP-101, GAP-103, T70, T99).
 */
import { randomUUID } from 'node:crypto';
import type { MissingSetting } from '../config/requirements.ts';
import {
  type Configuration,
  configuration,
  consentModes,
  physicianModes,
} from '../contract/upstream-api/configuration.ts';
import { UpstreamError } from '../errors.ts';
import type { AssumptionValues } from '../upstream/assumptions/schema.ts';
import type { Query, UpstreamHttp } from '../upstream/http.ts';
import { examineAssumptions } from './examine-assumptions.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** Deliveries are refused from five minutes on. */
const driftFaultMs = 240_000;
const driftWarningMs = 30_000;

interface Probe {
  path: string;
  query?: Query;
  /** As the specification names it, where it does. */
  scope: string | null;
  /** A branch's routes are asked only where it is provisioned. */
  wanted: (found: Configuration) => boolean;
}

const always = () => true;
const nobody = randomUUID();
const probes: Probe[] = [
  { path: '/v1/locations', query: { page_size: 1 }, scope: null, wanted: always },
  { path: '/v1/appointments', query: { limit: 1 }, scope: null, wanted: always },
  { path: '/v1/results', query: { limit: 1 }, scope: null, wanted: always },
  { path: `/v1/appointments/${nobody}/check-in-link`, scope: 'read:appointments', wanted: always },
  {
    path: `/v1/api-first/consent-evidence/${nobody}`,
    scope: 'read:consent_evidence',
    wanted: ({ customer_consent: { mode } }) => mode === 'api_partner_pdf',
  },
  {
    path: `/v1/api-first/physician-order-evidence/${nobody}`,
    scope: 'read:physician_order_evidence',
    wanted: ({ physician_order: { mode } }) => mode === 'api_partner_pdf',
  },
  {
    path: `/v1/api-first/physician-order-sessions/${nobody}`,
    scope: 'read:physician_order_evidence',
    wanted: ({ physician_order: { mode } }) => mode === 'structured_api',
  },
];

/** A key and what it is held to. */
export interface KeyToExamine {
  /** The setting that holds the key. */
  name: string;
  http: UpstreamHttp;
  /** What the configuration's `environment` must read; null accepts any. */
  environment: string | null;
  /** The settings that a configuration needs and that are missing; null where the hooks cannot be loaded. */
  missing: ((found: Configuration) => MissingSetting[]) | null;
  assumptions: AssumptionValues;
}

export async function examineKey({
  name,
  http,
  environment,
  missing,
  assumptions,
}: KeyToExamine): Promise<Finding[]> {
  const read = await http.read('/v1/integration-configuration').catch((error: unknown) => error);
  if (read instanceof UpstreamError) return [fault(`${name}: ${refusalInWords(read)}`)];
  if (read instanceof Error) throw read;
  const { data, headers } = read as Awaited<ReturnType<UpstreamHttp['read']>>;
  const drift = clockFinding(headers.date, Date.now());
  const parsed = configuration.safeParse(data);
  if (!parsed.success) {
    const paths = parsed.error.issues.map((issue) => issue.path.map(String).join('.'));
    return [fault(`${name}: the configuration cannot be read (${paths.join(', ')}).`), drift];
  }
  const found = parsed.data;
  return [
    ok(`${name}: the service takes the key (configuration ${found.configuration_version}).`),
    environmentFinding(name, found, environment),
    ...modeFindings(name, found),
    ...settingFindings(name, missing?.(found) ?? []),
    drift,
    ...(await scopeFindings(name, http, found)),
    ...(await examineAssumptions({ name, http, values: assumptions }, found)),
  ];
}

function refusalInWords({ status, code, requestId }: UpstreamError): string {
  const said = `${status}${code ? ` ${code}` : ''}${requestId ? `, request ${requestId}` : ''}`;
  if (status === 0)
    return 'the service cannot be reached at UPSTREAM_URL, or what answers there is not the service.';
  if (status === 401) return `the service does not know this key (${said}). Is it of this environment?`;
  if (status === 403) return `the service knows the key and does not take it (${said}): it is inactive.`;
  if (status === 404) return `there is no configuration at UPSTREAM_URL (${said}).`;
  return `the service gives no configuration (${said}).`;
}

function environmentFinding(name: string, found: Configuration, expected: string | null): Finding {
  if (expected === null)
    return warning(`${name}: it is of "${found.environment}"; set UPSTREAM_ENVIRONMENT to hold it to that.`);
  return expected === found.environment
    ? ok(`${name}: it is of "${found.environment}", as UPSTREAM_ENVIRONMENT says.`)
    : fault(`${name}: it is of "${found.environment}", and UPSTREAM_ENVIRONMENT says "${expected}".`);
}

function modeFindings(name: string, { customer_consent, physician_order }: Configuration): Finding[] {
  const known = (modes: readonly string[], mode: string, what: string) =>
    modes.includes(mode)
      ? ok(`${name}: ${what} by ${mode}.`)
      : fault(`${name}: ${what} by "${mode}", which this server does not know; nobody can book.`);
  return [
    known(consentModes, customer_consent.mode, 'consent'),
    known(physicianModes, physician_order.mode, 'physician orders'),
  ];
}

const settingFindings = (name: string, missing: MissingSetting[]): Finding[] =>
  missing.map(({ level, says }) => (level === 'fault' ? fault : warning)(`${name}: ${says}`));

function clockFinding(date: string | string[] | undefined, nowMs: number): Finding {
  const theirs = Date.parse(typeof date === 'string' ? date : '');
  if (Number.isNaN(theirs)) return warning('The service tells no time, so the clocks are not compared.');
  const driftMs = Math.abs(theirs - nowMs);
  const says = `This clock and the service's are ${Math.round(driftMs / 1000)} s apart`;
  if (driftMs > driftFaultMs) return fault(`${says}: events are refused from 300 s on.`);
  return driftMs > driftWarningMs ? warning(`${says}.`) : ok(`${says}.`);
}

/** A made-up id is not found (404) where the scope is there, and refused (403) where it is not. */
async function scopeFindings(name: string, http: UpstreamHttp, found: Configuration): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { path, query, scope } of probes.filter(({ wanted }) => wanted(found))) {
    const route = path.replace(nobody, '{id}');
    const refusal = await http.read(path, { query }).then(
      () => null,
      (error: unknown) => error,
    );
    if (refusal !== null && !(refusal instanceof UpstreamError)) throw refusal;
    const named = scope ? ` (${scope})` : '';
    if (refusal === null || (refusal.status === 404 && path !== route))
      findings.push(ok(`${name}: may read ${route}${named}.`));
    else if (refusal.status === 403) findings.push(fault(`${name}: has no scope for ${route}${named}.`));
    else if (refusal.status === 404) findings.push(fault(`${name}: ${route} is disabled for it.`));
    else findings.push(warning(`${name}: ${route} answered ${refusal.status}.`));
  }
  findings.push(
    warning(
      `${name}: scopes to write (write:orders, write:appointments) show in a write alone; none was tried.`,
    ),
  );
  return findings;
}
