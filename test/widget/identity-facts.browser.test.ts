/** What is known of a customer, as texts of the form. */
import { knownTexts } from '../../widget/journey/steps/identity-facts.ts';
import { equal } from './assert.ts';

describe('The known height', () => {
  for (const [inches, feet, rest] of [
    [67.5, '5', '7.5'],
    [71.97, '6', '0'],
    [72, '6', '0'],
    [59.94, '4', '11.9'],
  ] as const)
    it(`of ${inches} inches is ${feet} feet and ${rest} inches`, () => {
      const texts = knownTexts({ height_inches: inches });
      equal([texts.feet, texts.height_inches], [feet, rest]);
    });
});
