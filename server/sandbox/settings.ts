/** The settings of the control plane: every name, what it takes and what it is at start. Seconds are of the sandbox's clock. */
import { z } from 'zod';

const seconds = z.number().nonnegative();

export const settings = z.strictObject({
  /** How long a location takes to confirm; null means only by the control plane. */
  confirm_after_seconds: seconds.nullable(),
  evidence_processing_seconds: seconds.nullable(),
  evidence_outcome: z.enum(['accepted', 'rejected', 'failed']),
  physician_artifact_seconds: seconds.nullable(),
  /** Factor on every wait between two webhook attempts. */
  webhook_backoff_scale: seconds,
  consent_session_seconds: seconds.positive(),
  consent_grant_seconds: seconds.positive(),
  upload_session_seconds: seconds.positive(),
  /** Requests a key may make within one second; null means as many as it likes. */
  rate_limit_per_second: z.int().positive().nullable(),
  /** `GET /v1/results`: such a route answers 404. `*` and `{name}` stand for one segment. */
  disabled_endpoints: z.array(z.string().regex(/^(GET|POST|PUT|PATCH|DELETE) \/v1\/\S+$/)),
  configuration_available: z.boolean(),
  structured_attestation_configured: z.boolean(),
  structured_template_configured: z.boolean(),
  reschedule_calendar_available: z.boolean(),
});
export type Settings = z.infer<typeof settings>;

export function settingsAtStart(): Settings {
  return {
    confirm_after_seconds: null,
    evidence_processing_seconds: 0,
    evidence_outcome: 'accepted',
    physician_artifact_seconds: 0,
    webhook_backoff_scale: 1,
    consent_session_seconds: 3600,
    consent_grant_seconds: 31_536_000,
    upload_session_seconds: 900,
    rate_limit_per_second: null,
    disabled_endpoints: [],
    configuration_available: true,
    structured_attestation_configured: true,
    structured_template_configured: true,
    reschedule_calendar_available: true,
  };
}
