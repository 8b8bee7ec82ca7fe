/** The attestation under which a PDF is handed in (GAP-32). */
import type { Assumptions } from '../assumptions/assumptions.ts';

/**
 * Reads the version that was agreed at onboarding.
 * @throws Problem 503 `assumption_unmet` if it is not set
 */
export function attestationVersion(assumptions: Assumptions): string {
  const { attestationVersion: version } = assumptions.values.evidence;
  if (version === null) assumptions.unmet('evidence.attestationVersion', 'attestation.version');
  return version ?? '';
}
