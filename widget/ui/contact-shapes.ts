/** The shape of a phone number, a state and a postal code, for each form that asks for one. */
import { shapes as say } from '../texts/english.ts';
import { stateCode } from './state-codes.ts';

/** The error of a text that does not have the shape, and the test for it. The text has no white-space around it. */
export type Shape = readonly [error: (text: string) => string, isValid: (text: string) => boolean];

const longestPhone = 30;

/** By the name of what is typed. */
export const contactShapes = {
  phone: [
    ({ length }) => say(length > longestPhone ? 'phoneLength' : 'phone'),
    (text) => text.length <= longestPhone && text.replace(/\D/g, '').length >= 7,
  ],
  state: [() => say('state'), (text) => stateCode(text) !== null],
  /** Five digits with or without the four of a US address, or a postal code of Canada. */
  postal_code: [() => say('zip'), (text) => /^(?:\d{5}(?:[ -]?\d{4})?|[a-z]\d[a-z] ?\d[a-z]\d)$/i.test(text)],
} as const satisfies Record<string, Shape>;
