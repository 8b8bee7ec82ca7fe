/** Each error code leads to the action that the specification's table names for it. */
import { expect, it } from 'vitest';
import { errorCodes } from '../../server/contract/upstream-api/error-codes.ts';
import { type Action, actionFor } from '../../server/upstream/actions.ts';

const table: [code: (typeof errorCodes)[number], action: Action, requirements: string][] = [
  ['CONSENT_GRANT_REQUIRED', 'establish_consent', '[ERR-36]'],
  ['CONSENT_SESSION_OPEN', 'resume_consent_session', '[ERR-38]'],
  ['CUSTOMER_CONSENT_NOT_REQUIRED', 'stop', '[ERR-18]'],
  ['INTEGRATION_CONFIGURATION_UNAVAILABLE', 'stop', '[ERR-20]'],
  ['INVALID_CUSTOMER_PROFILE', 'correct_profile', '[ERR-14]'],
  ['WITHIN_24_HOUR_WINDOW', 'confirm_penalty', '[ERR-21]'],
  ['IDEMPOTENCY_IN_PROGRESS', 'wait', '[ERR-22]'],
  ['IDEMPOTENCY_CONFLICT', 'stop', '[ERR-24]'],
  ['QUESTIONNAIRE_VALIDATION_FAILED', 'correct_answers', '[ERR-25]'],
  ['QUESTIONNAIRE_VERSION_MISMATCH', 'reread_questionnaire', '[ERR-39]'],
  ['QUESTIONNAIRE_ALREADY_SUBMITTED', 'continue_with_original', '[ERR-40]'],
  ['SLOT_UNAVAILABLE', 'choose_times', '[ERR-41]'],
  ['FLOW_ENDPOINT_MISMATCH', 'stop', '[ERR-42]'],
  ['PHYSICIAN_ORDER_PENDING', 'wait', '[ERR-43]'],
  ['ARTIFACT_NOT_AVAILABLE', 'not_available', '[ERR-43]'],
  ['STRUCTURED_PHYSICIAN_ATTESTATION_NOT_CONFIGURED', 'stop', '[ERR-31]'],
  ['STRUCTURED_PHYSICIAN_TEMPLATE_NOT_CONFIGURED', 'stop', '[ERR-31]'],
  ['PHYSICIAN_ORDER_CALENDAR_UNAVAILABLE', 'wait', '[ERR-33]'],
];

it.each(table)('%s means: %s, whatever its status %s', (code, action) => {
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
