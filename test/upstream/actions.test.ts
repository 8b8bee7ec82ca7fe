/** Each error code leads to the action that the specification's table names for it. */
import { expect, it } from 'vitest';
import { errorCodes } from '../../server/contract/upstream-api/error-codes.ts';
import { type Action, actionFor } from '../../server/upstream/actions.ts';

const table: [code: (typeof errorCodes)[number], action: Action][] = [
  ['CONSENT_GRANT_REQUIRED', 'establish_consent'],
  ['CONSENT_SESSION_OPEN', 'resume_consent_session'],
  ['CUSTOMER_CONSENT_NOT_REQUIRED', 'stop'],
  ['INTEGRATION_CONFIGURATION_UNAVAILABLE', 'stop'],
  ['INVALID_CUSTOMER_PROFILE', 'correct_profile'],
  ['WITHIN_24_HOUR_WINDOW', 'confirm_penalty'],
  ['IDEMPOTENCY_IN_PROGRESS', 'wait'],
  ['IDEMPOTENCY_CONFLICT', 'stop'],
  ['QUESTIONNAIRE_VALIDATION_FAILED', 'correct_answers'],
  ['QUESTIONNAIRE_VERSION_MISMATCH', 'reread_questionnaire'],
  ['QUESTIONNAIRE_ALREADY_SUBMITTED', 'continue_with_original'],
  ['SLOT_UNAVAILABLE', 'choose_times'],
  ['FLOW_ENDPOINT_MISMATCH', 'stop'],
  ['PHYSICIAN_ORDER_PENDING', 'wait'],
  ['ARTIFACT_NOT_AVAILABLE', 'not_available'],
  ['STRUCTURED_PHYSICIAN_ATTESTATION_NOT_CONFIGURED', 'stop'],
  ['STRUCTURED_PHYSICIAN_TEMPLATE_NOT_CONFIGURED', 'stop'],
  ['PHYSICIAN_ORDER_CALENDAR_UNAVAILABLE', 'wait'],
];

// Also [ERR-33]
it.each(table)('%s means: %s, with any status [ERR-18] [ERR-24] [ERR-31]', (code, action) => {
  for (const status of [400, 404, 409, 422, 503]) expect(actionFor({ status, code })).toBe(action);
});

it('knows every code that the specification names', () => {
  expect(new Set(table.map(([code]) => code))).toEqual(new Set(errorCodes));
});

it.each<[number, Action]>([
  [0, 'wait'],
  [400, 'correct'],
  [401, 'stop'],
  [403, 'stop'],
  [404, 'not_available'],
  [408, 'wait'],
  [409, 'stop'],
  [422, 'correct'],
  [429, 'wait'],
  [500, 'wait'],
  [503, 'wait'],
])('uses the class of a %s for an unknown code: %s [ERR-07] [ERR-27]', (status, action) => {
  for (const code of [null, 'SANDBOX_ANYTHING', 'toString', 'constructor'])
    expect(actionFor({ status, code })).toBe(action);
});

it('does not wait for a code that says that no retry helps, and leaves other results open [ERR-33] [ERR-46]', () => {
  const details = { retryable: false };
  const code = 'PHYSICIAN_ORDER_CALENDAR_UNAVAILABLE';
  expect(actionFor({ status: 503, code, details })).toBe('stop');
  expect(actionFor({ status: 503, code, details: { retryable: true } })).toBe('wait');
  expect(actionFor({ status: 503, code: null, details })).toBe('wait');
});
