/** Every `error.details.code` of the specification (Errors; ERR-26). The server branches on no other code (ERR-27). */
export const errorCodes = [
  'CONSENT_GRANT_REQUIRED',
  'CONSENT_SESSION_OPEN',
  'CUSTOMER_CONSENT_NOT_REQUIRED',
  'INTEGRATION_CONFIGURATION_UNAVAILABLE',
  'INVALID_CUSTOMER_PROFILE',
  'WITHIN_24_HOUR_WINDOW',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_CONFLICT',
  'QUESTIONNAIRE_VALIDATION_FAILED',
  'QUESTIONNAIRE_VERSION_MISMATCH',
  'QUESTIONNAIRE_ALREADY_SUBMITTED',
  'SLOT_UNAVAILABLE',
  'FLOW_ENDPOINT_MISMATCH',
  'PHYSICIAN_ORDER_PENDING',
  'ARTIFACT_NOT_AVAILABLE',
  'STRUCTURED_PHYSICIAN_ATTESTATION_NOT_CONFIGURED',
  'STRUCTURED_PHYSICIAN_TEMPLATE_NOT_CONFIGURED',
  'PHYSICIAN_ORDER_CALENDAR_UNAVAILABLE',
] as const;
/** A code of `error.details.code` that the specification names. */
export type ErrorCode = (typeof errorCodes)[number];

/** Whether the code is in {@link errorCodes}; false for null. */
export const isNamed = (code: string | null): code is ErrorCode => errorCodes.some((named) => named === code);

/**
 * Whether a value has the shape of a code: one word in one case. Any other value could be text that a person typed.
 */
export const isCode = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 80 && /^(?:[A-Z][A-Z0-9_]*|[a-z][a-z0-9_]*)$/.test(value);
