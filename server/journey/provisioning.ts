/** Reads the provisioned configuration for a new journey. No journey starts if it is unknown or unavailable (CFG-02, CFG-09, CFG-30, T54). */

import type { MissingSetting } from '../config/requirements.ts';
import type { ProblemCode } from '../contract/problem-codes.ts';
import { type Configuration, consentModes, physicianModes } from '../contract/upstream-api/configuration.ts';
import { Problem, type ProblemDetails, UpstreamError } from '../errors.ts';
import type { Log } from '../observability/log.ts';
import type { JourneyReads } from '../upstream/full-api-reads.ts';

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

/**
 * Reads the configuration.
 * @throws Problem 503 `configuration_unavailable`, `environment_mismatch` or `branch_not_supported` if no journey can
 *   start
 */
export type ReadProvisioning = () => Promise<Configuration>;

/** What a configuration must match. */
export interface ExpectedProvisioning {
  /** What the configuration's `environment` must read; null accepts any (ENV-09, GAP-01). */
  environment: string | null;
  /** The settings that this configuration needs and that are missing. */
  missing: (found: Configuration) => MissingSetting[];
}

/**
 * Creates the read of the key's configuration. It checks that this server can follow the configuration.
 * @returns the read; throws Problem 503 if no journey can start
 */
export function createProvisioning(
  reads: Pick<JourneyReads, 'configuration'>,
  { environment, missing }: ExpectedProvisioning,
  log: Log,
): ReadProvisioning {
  /** Logged once each: some journeys can finish without them. */
  const logged = new Set<string>();

  /** Logged each time: nobody can book until the operator fixes it. */
  const refusal = (code: ProblemCode, details: ProblemDetails = {}) => {
    log('configuration.mismatch', { code });
    return new Problem(code, details);
  };

  return async () => {
    const found = await reads.configuration().catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      const requestId = error.requestId ?? undefined;
      throw refusal('configuration_unavailable', { upstreamRequestId: requestId });
    });
    for (const [applies, code, title] of obstacles) {
      if (applies(found, environment)) throw refusal(code, title === undefined ? {} : { title });
    }
    for (const { level, setting } of missing(found)) {
      if (level !== 'fault' || logged.has(setting)) continue;
      logged.add(setting);
      log('configuration.incomplete', { setting });
    }
    return found;
  };
}
