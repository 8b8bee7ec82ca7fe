/** The settings of the control plane: every name, what it takes and what it is at start. Seconds are of the sandbox's clock. */
import { z } from 'zod';
import { testType } from '../contract/upstream-api/test-types.ts';

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
  /** Whether an order's customer needs `height` and `weight` too (GAP-47). */
  height_and_weight_required: z.boolean(),
  /** `requested` for pending_confirmation, `rescheduled` for a confirmed appointment that was moved (GAP-55). */
  appointment_status_aliases: z.array(z.enum(['requested', 'rescheduled'])),
  /** Test types whose product says that a prescreen is required (GAP-97). */
  prescreen_required_for: z.array(testType),
  /** The status of each named error for which the specification lists none; null means its usual one (GAP-105). */
  unlisted_error_status: z.int().min(400).max(499).nullable(),
  /** Unknown fields and query parameters are refused; otherwise ignored (GAP-111). */
  strict_requests: z.boolean(),
  /** Whether the deprecated camelCase names are taken (GAP-113). */
  aliases_accepted: z.boolean(),
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
    height_and_weight_required: false,
    appointment_status_aliases: [],
    prescreen_required_for: ['CALST'],
    unlisted_error_status: null,
    strict_requests: true,
    aliases_accepted: true,
  };
}
