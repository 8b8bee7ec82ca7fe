/** The product of a seeded offering (Offering product; DISC-28, DISC-31, DISC-33, GAP-11, GAP-12). */
import type { Product } from '../../contract/upstream-api/offerings.ts';
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { seededPick } from './seeded-pick.ts';
import { stableId } from './stable-id.ts';
import { testFacts } from './test-facts.ts';

/** A currency of the catalog (ISO 4217). */
export type Currency = 'USD' | 'CAD';

const unitsPerUsd: Readonly<Record<Currency, number>> = { USD: 1, CAD: 1.35 };

/** Makes the product of an offering. A key's own pricing may lower `integrator_price` further. */
export function seededProduct(testType: TestType, offeringId: string, currency: Currency): Product {
  const facts = testFacts[testType];
  const retailPrice = Math.round(seededPick(facts.retailPricesUsd, offeringId) * unitsPerUsd[currency]);
  const percentOff = seededPick([0, 5, 10, 15], `percent off ${offeringId}`);
  return {
    id: stableId('product', offeringId),
    test_id: stableId('test', testType),
    name: facts.name,
    description: facts.description,
    product_type: 'single_test',
    test_type: testType,
    currency,
    retail_price: retailPrice,
    integrator_price: Math.round(retailPrice * (100 - percentOff)) / 100,
    percent_off: percentOff,
    tags: facts.tags.map((name) => ({ id: stableId('tag', name), name })),
    is_prescreening_required: testType === 'CALST',
  };
}
