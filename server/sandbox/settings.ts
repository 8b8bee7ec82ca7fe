/** The settings of the control plane with their types and initial values. Seconds count on the sandbox's clock. */
import { z } from 'zod';
import { testType } from '../contract/upstream-api/test-types.ts';

const seconds = z.number().nonnegative();

/** Body of PATCH /sandbox/settings, in which every field is optional. */
export const settings = z.strictObject({
  /** When a location confirms a request; null leaves that to the control plane. */
  confirm_after_seconds: seconds.nullable(),
  /** How long evidence is processed; null leaves the end to the control plane. */
  evidence_processing_seconds: seconds.nullable(),
  /** The outcome of processing. */
  evidence_outcome: z.enum(['accepted', 'rejected', 'failed']),
  /** How long a signed physician order is rendered; null leaves the end to the control plane. */
  physician_artifact_seconds: seconds.nullable(),
  /** Factor on the waits between webhook attempts. */
  webhook_backoff_scale: seconds,
  /** Lifetimes, counted from creation. */
  consent_session_seconds: seconds.positive(),
  consent_grant_seconds: seconds.positive(),
  upload_session_seconds: seconds.positive(),
  /** Requests that a key may send within one second; null for no limit. */
  rate_limit_per_second: z.int().positive().nullable(),
  /** Routes that respond 404, such as `GET /v1/results`. `*` and `{name}` stand for one segment. */
  disabled_endpoints: z.array(z.string().regex(/^(GET|POST|PUT|PATCH|DELETE) \/v1\/\S+$/)),
  /** false makes the matching request fail with the error that the specification names. */
  configuration_available: z.boolean(),
  structured_attestation_configured: z.boolean(),
  structured_template_configured: z.boolean(),
  reschedule_calendar_available: z.boolean(),
  /** Whether `height` and `weight` are mandatory for the customer of an order (GAP-47). */
  height_and_weight_required: z.boolean(),
  /** Shows `requested` for pending_confirmation, or `rescheduled` for a confirmed appointment at another time (GAP-55). */
  appointment_status_aliases: z.array(z.enum(['requested', 'rescheduled'])),
  /** Test types that require a prescreen (GAP-97). */
  prescreen_required_for: z.array(testType),
  /** HTTP status of the errors whose status the specification does not list; null for the usual one (GAP-105). */
  unlisted_error_status: z.int().min(400).max(499).nullable(),
  /** Whether unknown fields and query parameters are an error; otherwise they are ignored (GAP-111). */
  strict_requests: z.boolean(),
  /** Whether the deprecated camelCase names are accepted (GAP-113). */
  aliases_accepted: z.boolean(),
  /**
   * Whether values are refused that a careful service may refuse though the specification is silent: a blank
   * reference, births and signatures in the future, repeated events, and a reschedule to the confirmed time.
   */
  strict_values: z.boolean(),
});
/** The values of all settings. */
export type Settings = z.infer<typeof settings>;

/** Creates the initial settings. */
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
    strict_values: false,
  };
}
