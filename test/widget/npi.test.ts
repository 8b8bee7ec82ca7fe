/** The check digit of an NPI, in the page and at the server. */
import { expect, it } from 'vitest';
import { isNpi as isNpiAtServer } from '../../server/contract/physician-api.ts';
import { isNpi } from '../../widget/physician/npi.ts';

it.each([
  ['1234567893', true],
  ['1730184458', true],
  ['1234567890', false],
  ['1730184456', false],
  // Two digits exchanged.
  ['1234567983', false],
  ['123456789', false],
  ['12345678931', false],
  ['123456789A', false],
  ['', false],
])('%s: %s', (text, is) => expect([isNpi(text), isNpiAtServer(text)]).toEqual([is, is]));
