/** The check of an e-mail address, in the page and at the server: what only the server refuses has no words in the page. */
import { expect, it } from 'vitest';
import { profile } from '../../server/contract/journey-api/answers.ts';
import { identityChecks } from '../../widget/journey/steps/identity-fields.ts';

it.each([
  ['maren@patient.example', true],
  ["maren.o'neil_2+scan@mail.patient.example", true],
  // A phone's keyboard adds a period after two spaces.
  ['maren@patient.example.', false],
  ['maren@patient..example', false],
  ['.maren@patient.example', false],
  ['maren.@patient.example', false],
  ['mailto:maren@patient.example', false],
  ['zoë@patient.example', false],
  ['maren@patient', false],
  ['maren@patient.e', false],
  ['maren@-patient.example', false],
  ['maren patient@patient.example', false],
])('%s: %s', (text, is) => {
  const isOfPage = identityChecks('email', text) === null;
  expect([isOfPage, profile.shape.email.safeParse(text).success]).toEqual([is, is]);
});
