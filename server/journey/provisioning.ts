/** The provisioned configuration, read once for a new journey; anything unknown or unavailable fails closed (CFG-02, CFG-09, CFG-30, T54). */

import type { MissingSetting } from '../config/requirements.ts';
import { type Configuration, consentModes, physicianModes } from '../contract/upstream-api/configuration.ts';
import { Problem, UpstreamError } from '../errors.ts';
import type { Log } from '../observability/log.ts';
import type { JourneyReads } from '../upstream/reads.ts';

/** Why a journey cannot start under a configuration: a public code and its sentence. The first that applies is told. */
const obstacles: [
  applies: (found: Configuration, environment: string | null) => boolean,
  code: string,
  title: string,
][] = [
  [
    (found, environment) => environment !== null && found.environment !== environment,
    'environment_mismatch',
    'The API key belongs to another environment than this server.',
  ],
  [
    (found) => !consentModes.some((mode) => mode === found.customer_consent.mode),
    'branch_not_supported',
    'The API key is provisioned for a consent mode that is not known here.',
  ],
  [
    (found) => !physicianModes.some((mode) => mode === found.physician_order.mode),
    'branch_not_supported',
    'The API key is provisioned for a physician-order mode that is not known here.',
  ],
];

export type ReadProvisioning = () => Promise<Configuration>;

/** What a configuration is checked against. */
export interface ExpectedProvisioning {
  /** What the configuration's `environment` must read; null accepts any (ENV-09, GAP-01). */
  environment: string | null;
  /** The settings that this configuration needs and that are missing. */
  missing: (found: Configuration) => MissingSetting[];
}

export function createProvisioning(
  reads: Pick<JourneyReads, 'configuration'>,
  { environment, missing }: ExpectedProvisioning,
  log: Log,
): ReadProvisioning {
  /** Logged once each: some journeys finish without them. */
  const logged = new Set<string>();

  /** Told to the operator each time: nobody can book until it is mended. */
  const refusal = (code: string, title: string, upstreamRequestId?: string) => {
    log('configuration.mismatch', { code });
    return new Problem(503, code, title, { upstreamRequestId });
  };

  return async () => {
    const found = await reads.configuration().catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      const requestId = error.requestId ?? undefined;
      throw refusal('configuration_unavailable', 'Booking is not available at the moment.', requestId);
    });
    for (const [applies, code, title] of obstacles) {
      if (applies(found, environment)) throw refusal(code, title);
    }
    for (const { level, setting } of missing(found)) {
      if (level !== 'fault' || logged.has(setting)) continue;
      logged.add(setting);
      log('configuration.incomplete', { setting });
    }
    return found;
  };
}
