/**
 * Checks one API key with reads: whether the service accepts it, its environment, branches and scopes, and the clock
 * difference (Authentication; CFG-02, CFG-30, ENV-09, GAP-01, GAP-101, GAP-103, T70, T99).
 */
import { randomUUID } from 'node:crypto';
import type { MissingSetting } from '../../config/requirements.ts';
import { consentModes, physicianModes } from '../../contract/upstream-api/configuration.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { AssumptionValues } from '../../upstream/assumptions/schema.ts';
import { type Configuration, configuration } from '../../upstream/configuration.ts';
import type { Query } from '../../upstream/fill-path.ts';
import type { UpstreamHttp } from '../../upstream/http.ts';
import type { Flow } from '../../upstream/write-kinds.ts';
import { examineAssumptions } from './examine-assumptions.ts';
import { driftFindings, type Finding, fault, ok, warning } from './finding.ts';
import { readAsServer, readOrError } from './read-as-server.ts';

/** Webhook deliveries are rejected from a difference of five minutes. */
const driftFaultMs = 240_000;
const driftWarningMs = 30_000;

interface Probe {
  path: string;
  query?: Query;
  /** The scope in the specification; null if it names none. */
  scope: string | null;
  /** The branch of the full API that has the route. @default each branch, and the co-branded flow */
  ofBranch?: (found: Configuration) => boolean;
}

const nobody = randomUUID();
const probes: Probe[] = [
  { path: '/v1/locations', query: { page_size: 1 }, scope: null },
  { path: '/v1/appointments', query: { limit: 1 }, scope: null },
  { path: '/v1/results', query: { limit: 1 }, scope: null },
  { path: `/v1/appointments/${nobody}/check-in-link`, scope: 'read:appointments' },
  {
    path: `/v1/api-first/consent-evidence/${nobody}`,
    scope: 'read:consent_evidence',
    ofBranch: ({ customer_consent: { mode } }) => mode === 'api_partner_pdf',
  },
  {
    path: `/v1/api-first/physician-order-evidence/${nobody}`,
    scope: 'read:physician_order_evidence',
    ofBranch: ({ physician_order: { mode } }) => mode === 'api_partner_pdf',
  },
  {
    path: `/v1/api-first/physician-order-sessions/${nobody}`,
    scope: 'read:physician_order_evidence',
    ofBranch: ({ physician_order: { mode } }) => mode === 'structured_api',
  },
];

/** A key and the settings that it should match. */
export interface KeyToExamine {
  /** The setting that holds the key. */
  name: string;
  flow: Flow;
  http: UpstreamHttp;
  /** The expected `environment` of the configuration; null accepts any. */
  environment: string | null;
  /** Returns the settings that a configuration needs but that are missing; null if the hooks cannot be loaded. */
  missing: ((found: Configuration) => MissingSetting[]) | null;
  assumptions: AssumptionValues;
}

/**
 * Reads the configuration of one key and checks what the server needs for it.
 * @returns the findings about the key
 * @throws Error if the request fails other than with an UpstreamError
 */
export async function examineKey({
  name,
  flow,
  http,
  environment,
  missing,
  assumptions,
}: KeyToExamine): Promise<Finding[]> {
  const read = await readOrError(http, '/v1/integration-configuration');
  if (read instanceof UpstreamError) return [fault(`${name}: ${errorInWords(read)}`)];
  const { data, headers } = read;
  const clock = clockFinding(headers.date, Date.now());
  const configured = readAsServer(configuration, data);
  if ('fault' in configured)
    return [fault(`${name}: the configuration cannot be read: ${configured.fault}.`), clock];
  const found = configured.data;
  const { configuration_version: version } = found;
  return [
    ok(`${name}: the service accepts the key${version === null ? '' : ` (configuration ${version})`}.`),
    ...driftFindings(`${name}: the configuration`, configured.drift),
    environmentFinding(name, found, environment),
    ...modeFindings(name, flow, found),
    ...settingFindings(name, missing?.(found) ?? []),
    clock,
    ...(await scopeFindings({ name, flow, http }, found)),
    ...(await examineAssumptions({ name, flow, http, values: assumptions }, found)),
  ];
}

function errorInWords({ status, code, reason, requestId }: UpstreamError): string {
  const response = `${status}${code ? ` ${code}` : ''}${requestId ? `, request ${requestId}` : ''}`;
  if (status === 0)
    return `the service cannot be reached at UPSTREAM_URL, or another server responds there (${reason}).`;
  if (status === 401)
    return `the service does not know this key (${response}). Is it a key for this environment?`;
  if (status === 403)
    return `the service knows the key but does not accept it (${response}): it is inactive.`;
  if (status === 404) return `there is no configuration at UPSTREAM_URL (${response}).`;
  return `the service returns no configuration (${response}).`;
}

function environmentFinding(name: string, found: Configuration, expected: string | null): Finding {
  const environment = found.environment === null ? 'no environment that it names' : `"${found.environment}"`;
  if (expected === null)
    return warning(
      `${name}: it belongs to ${environment}; set UPSTREAM_ENVIRONMENT to check that each time a booking begins.`,
    );
  return expected === found.environment
    ? ok(`${name}: it belongs to ${environment}, as UPSTREAM_ENVIRONMENT says.`)
    : fault(`${name}: it belongs to ${environment}, but UPSTREAM_ENVIRONMENT says "${expected}".`);
}

/** Nothing of the co-branded flow depends on how physicians order. */
function modeFindings(
  name: string,
  flow: Flow,
  { customer_consent, physician_order }: Configuration,
): Finding[] {
  const known = (modes: readonly string[], mode: string, what: string) =>
    modes.includes(mode)
      ? ok(`${name}: ${what} by ${mode}.`)
      : fault(`${name}: ${what} by "${mode}", which this server does not know; nobody can book.`);
  return [
    known(consentModes, customer_consent.mode, 'consent'),
    ...(flow === 'full_api' ? [known(physicianModes, physician_order.mode, 'physician orders')] : []),
  ];
}

const settingFindings = (name: string, missing: MissingSetting[]): Finding[] =>
  missing.map(({ level, message }) => (level === 'fault' ? fault : warning)(`${name}: ${message}`));

function clockFinding(date: string | string[] | undefined, nowMs: number): Finding {
  const theirs = Date.parse(typeof date === 'string' ? date : '');
  if (Number.isNaN(theirs))
    return warning('The service sends no Date header, so the clocks were not compared.');
  const driftMs = Math.abs(theirs - nowMs);
  const message = `This clock and the service's are ${Math.round(driftMs / 1000)} s apart`;
  if (driftMs > driftFaultMs) return fault(`${message}: events are rejected from 300 s.`);
  return driftMs > driftWarningMs ? warning(`${message}.`) : ok(`${message}.`);
}

/** A random id gives 404 if the key has the scope, and 403 if it does not. */
async function scopeFindings(
  { name, flow, http }: Pick<KeyToExamine, 'name' | 'flow' | 'http'>,
  found: Configuration,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const wanted = probes.filter(({ ofBranch }) => !ofBranch || (flow === 'full_api' && ofBranch(found)));
  for (const { path, query, scope } of wanted) {
    const route = path.replace(nobody, '{id}');
    const read = await readOrError(http, path, query);
    const { status, reason } = read instanceof UpstreamError ? read : { status: null, reason: null };
    const named = scope ? ` (${scope})` : '';
    if (status === null || (status === 404 && path !== route))
      findings.push(ok(`${name}: may read ${route}${named}.`));
    else if (status === 403) findings.push(fault(`${name}: has no scope for ${route}${named}.`));
    else if (status === 404) findings.push(fault(`${name}: ${route} is disabled for it.`));
    else findings.push(warning(`${name}: ${route} responded with ${reason ?? `status ${status}`}.`));
  }
  findings.push(
    warning(
      `${name}: only writes show whether it is of this flow and has the write scopes (write:orders, write:appointments); no write was sent.`,
    ),
  );
  return findings;
}
