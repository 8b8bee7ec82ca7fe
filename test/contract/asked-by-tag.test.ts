/** What the attributes of `<dx-booking>` ask for, and that the server accepts it. */
import { expect, it } from 'vitest';
import { askedByTag, attributesOf } from '../../server/contract/asked-by-tag.ts';
import { opening } from '../../server/contract/journey-api/answers.ts';

const chicago = { lat: 41.88, lng: -87.62 };

it.each<[attributes: Record<string, string>, near: unknown]>([
  [{ zip: ' 10002 ' }, { zip: '10002' }],
  [{ zip: '10002-1234', position: '41.88,-87.62' }, { zip: '10002-1234' }],
  [{ position: '41.88, -87.62' }, chicago],
  // Pages write what they know of a customer: also nothing, the postal code of another country, or a typing error.
  [{ zip: '' }, undefined],
  [{ zip: 'SW1A 1AA' }, undefined],
  [{ zip: '1000' }, undefined],
  [{ zip: 'null', position: '41.88,-87.62' }, chicago],
  [{ position: '41.88' }, undefined],
  [{ position: 'undefined,undefined' }, undefined],
  [{ position: '-87.62,194.1' }, undefined],
  [{ position: '94.1,-87.62' }, undefined],
])('%j asks to search near %j', (attributes, near) => {
  const asked = askedByTag(attributesOf((name) => attributes[name]));
  expect(asked.near).toEqual(near);
  expect(opening.safeParse(asked).success).toBe(true);
});
