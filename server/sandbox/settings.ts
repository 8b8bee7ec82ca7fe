/** The settings of the control plane with their types and initial values. Seconds count on the sandbox's clock. */
import { z } from 'zod';
import { testType } from '../contract/upstream-api/test-types.ts';
import { longestSeconds } from './engine/clock.ts';

const seconds = z.number().nonnegative().max(longestSeconds);

/** All settings. The defaults are their initial values. */
export const settings = z.strictObject({
  /** When a location confirms a request; null leaves that to the control plane. */
  confirm_after_seconds: seconds.nullable().default(null),
  /** How long evidence is processed; null leaves the end to the control plane. */
  evidence_processing_seconds: seconds.nullable().default(0),
  /** The outcome of processing. */
  evidence_outcome: z.enum(['accepted', 'rejected', 'failed']).default('accepted'),
  /** How long a signed physician order is rendered; null leaves the end to the control plane. */
  physician_artifact_seconds: seconds.nullable().default(0),
  /** Factor on the waits between webhook attempts. */
  webhook_backoff_scale: seconds.default(1),
  /** Lifetimes, counted from creation. */
  consent_session_seconds: seconds.positive().default(3600),
  consent_grant_seconds: seconds.positive().default(31_536_000),
  upload_session_seconds: seconds.positive().default(900),
  /** Requests that a key may send within one second; null for no limit. */
  rate_limit_per_second: z.int().positive().nullable().default(null),
  /** Routes that respond 404, such as `GET /v1/results`. `*` and `{name}` stand for one segment. */
  disabled_endpoints: z.array(z.string().regex(/^(GET|POST|PUT|PATCH|DELETE) \/v1\/\S+$/)).default([]),
  /** false makes the matching request fail with the error that the specification names. */
  configuration_available: z.boolean().default(true),
  structured_attestation_configured: z.boolean().default(true),
  structured_template_configured: z.boolean().default(true),
  reschedule_calendar_available: z.boolean().default(true),
  /** Whether `height` and `weight` are mandatory for the customer of an order (GAP-47). */
  height_and_weight_required: z.boolean().default(false),
  /** Shows `requested` for pending_confirmation, or `rescheduled` for a confirmed appointment at another time (GAP-55). */
  appointment_status_aliases: z.array(z.enum(['requested', 'rescheduled'])).default([]),
  /** Test types that require a prescreen (GAP-97). */
  prescreen_required_for: z.array(testType).default(['CALST']),
  /** HTTP status of the errors whose status the specification does not list; null for the usual one (GAP-105). */
  unlisted_error_status: z.int().min(400).max(499).nullable().default(null),
  /** Whether unknown fields and query parameters are an error; otherwise they are ignored (GAP-111). */
  strict_requests: z.boolean().default(true),
  /** Whether the deprecated camelCase names are accepted (GAP-113). */
  aliases_accepted: z.boolean().default(true),
  /**
   * Whether values are refused that a careful service may refuse though the specification is silent: a blank
   * reference, births and signatures in the future, repeated events, and a reschedule to the confirmed time.
   */
  strict_values: z.boolean().default(false),
});
/** The values of all settings. */
export type Settings = z.infer<typeof settings>;

/** Creates the initial settings. */
export const settingsAtStart = (): Settings => settings.parse({});

const { shape } = settings;
type Changes = { [Name in keyof typeof shape]: z.ZodOptional<ReturnType<(typeof shape)[Name]['unwrap']>> };

/** Body of PATCH /sandbox/settings: a setting that it does not name keeps its value. */
export const settingsChange = z.strictObject(
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema.unwrap().optional()]),
  ) as Changes,
);
