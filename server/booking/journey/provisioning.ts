/** Reads the provisioned configuration. No journey starts if it is unknown or unavailable (CFG-02, CFG-09, CFG-18, CFG-30, T54). */

import type { MissingSetting } from '../../config/requirements.ts';
import type { ProblemCode } from '../../contract/problem-codes.ts';
import { consentModes, physicianModes } from '../../contract/upstream-api/configuration.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem, type ProblemDetails, UnreadableResponse, UpstreamError } from '../../core/errors.ts';
import type { Log } from '../../core/observability/log.ts';
import { actionFor } from '../../upstream/actions.ts';
import type { Configuration } from '../../upstream/configuration.ts';
import type { JourneyReads } from '../../upstream/full-api-reads.ts';

/** Why a journey cannot start under a configuration: a public code, and a sentence where it has several. The first that applies is raised. */
const obstacles: [
  applies: (found: Configuration, environment: string | null) => boolean,
  code: ProblemCode,
  title?: string,
][] = [
  [(found, environment) => environment !== null && found.environment !== environment, 'environment_mismatch'],
  [
    (found) => !consentModes.some((mode) => mode === found.customer_consent.mode),
    'branch_not_supported',
    'The API key is provisioned for a consent mode that this server does not support.',
  ],
  [
    (found) => !physicianModes.some((mode) => mode === found.physician_order.mode),
    'branch_not_supported',
    'The API key is provisioned for a physician-order mode that this server does not support.',
  ],
];

/** How long `recent` repeats a response, in milliseconds. */
const recentMs = 5_000;

/**
 * Reads of the configuration. `known` is what a journey has read before: a change since then is logged, also after a
 * restart.
 */
export interface Provisioning {
  /**
   * Reads it now, and checks that this server can follow it.
   * @throws Problem 503 `configuration_unavailable`, `environment_mismatch` or `branch_not_supported` if no journey can
   *   start
   */
  read(known?: Configuration): Promise<Configuration>;
  /** As `read`, or returns what it returned in the last few seconds. */
  recent(known?: Configuration): Promise<Configuration>;
  /** Reads it now, without the check: for an order that exists. @throws UpstreamError */
  readUnchecked(known: Configuration): Promise<Configuration>;
}

/** The settings that a configuration must match. */
export interface ExpectedProvisioning {
  /** The required `environment` of the configuration; null accepts any (ENV-09, GAP-01). */
  environment: string | null;
  /** The settings that this configuration needs and that are missing. */
  missing: (found: Configuration) => MissingSetting[];
}

/** Creates the reads of the key's configuration. */
export function createProvisioning({
  reads,
  environment,
  missing,
  log,
  clock,
}: ExpectedProvisioning & {
  reads: Pick<JourneyReads, 'configuration'>;
  log: Log;
  clock: Pick<Clock, 'elapsed'>;
}): Provisioning {
  /** Logged once each: some journeys can finish without them. */
  const logged = new Set<string>();

  /** Logged each time: nobody can book until the operator fixes it. */
  const refusal = (code: ProblemCode, details: ProblemDetails = {}) => {
    log('configuration.mismatch', { code });
    return new Problem(code, details);
  };

  let last: Configuration['configuration_version'] | undefined;
  async function readUnchecked(known?: Configuration): Promise<Configuration> {
    const found = await reads.configuration();
    const [from, to] = [last ?? known?.configuration_version, found.configuration_version];
    last = to;
    if (from !== undefined && from !== to)
      log('configuration.changed', { from_version: from, to_version: to });
    return found;
  }

  let kept: { found: Configuration; untilMs: number } | undefined;
  async function read(known?: Configuration): Promise<Configuration> {
    const found = await readUnchecked(known).catch((error: unknown) => {
      if (!(error instanceof UpstreamError) || error instanceof UnreadableResponse) throw error;
      const code = 'configuration_unavailable';
      const details = { upstreamRequestId: error.requestId ?? undefined };
      // A service that cannot be reached says nothing about the configuration.
      throw actionFor(error) === 'wait' ? new Problem(code, details) : refusal(code, details);
    });
    for (const [applies, code, title] of obstacles) {
      if (applies(found, environment)) throw refusal(code, title === undefined ? {} : { title });
    }
    for (const { level, setting } of missing(found)) {
      if (level !== 'fault' || logged.has(setting)) continue;
      logged.add(setting);
      log('configuration.incomplete', { setting });
    }
    kept = { found, untilMs: clock.elapsed() + recentMs };
    return found;
  }

  return {
    read,
    readUnchecked,
    recent: async (known) => (kept && clock.elapsed() < kept.untilMs ? kept.found : read(known)),
  };
}
