/** Search, product, times, identity. */
import { deepEqual, ok } from 'node:assert/strict';
import { defineRules } from '../../check.ts';
import { at } from '../../endpoints.ts';
import { testTypes } from '../../shapes.ts';
import { bodies } from '../bodies.ts';
import {
  dataOf,
  every,
  hasBody,
  idsOf,
  isDone,
  type Json,
  onlyNamed,
  type Recorded,
  type Recording,
} from '../recording.ts';

const { rules, must, should } = defineRules('discovery', 'Discovery and configuration');
/** The rules of this area. */
export const discovery = rules;

const search = 'Search for a location';
const book = 'Book an appointment';

must`query: a search has only the named parameters, and place and radius belong together [DISC-03] [DISC-04] [DISC-05]`(
  (recording) =>
    every(recording.of(at.locations), search, (request) => {
      onlyNamed(request, 'lat lng radius_miles test_types page page_size');
      const [lat, lng, radius] = ['lat', 'lng', 'radius_miles'].map((name) => request.query.has(name));
      ok(lat === lng, 'lat and lng are not together');
      ok(!radius || lat, 'radius_miles is without lat and lng');
    }),
);

must`test-types: they are one list with commas, in the names of the service [DISC-07] [DISC-08]`(
  (recording) =>
    every(
      recording.of(at.locations).filter(({ query }) => query.has('test_types')),
      'Search for a test',
      ({ query }) => {
        const [list = '', ...more] = query.getAll('test_types');
        deepEqual(
          [list.split(',').filter((type) => !(testTypes as readonly string[]).includes(type)), more],
          [[], []],
        );
      },
    ),
);

// Also [DISC-02]
should`pair: product and times are those of a pair that a search gave [DISC-26]`((recording) =>
  every(recording.of(at.product, at.times), search, (request) => {
    const found = recording.of(at.locations).filter(isDone).map(dataOf);
    const tests = found.flatMap((data: Json) =>
      [...data.partners_within_radius, ...data.nearest_partners, ...data.alternate_test_partners].flatMap(
        (location: Json) => location.tests ?? [],
      ),
    );
    const [catalog, offering] = idsOf(request);
    ok(
      tests.some((test: Json) => test.catalog_id === catalog && test.offering_id === offering),
      'is of a pair that no search gave',
    );
  }),
);

must`product-first: the product of an offering is read before its times [DISC-25]`((recording) =>
  every(recording.of(at.times), book, (request) =>
    ok(productOf(recording, request, idsOf(request)), 'comes before its product'),
  ),
);

/** @returns the product of a pair, as the client last knew it */
export function productOf(
  recording: Recording,
  before: Recorded,
  [catalog, offering]: string[],
): Json | undefined {
  const read = recording.before(before, at.product).filter(isDone);
  const found = read.findLast((each) => idsOf(each)[0] === catalog && idsOf(each)[1] === offering);
  return found && dataOf(found).product;
}

const { rules: identityRules, must: mustIdentify } = defineRules('identity', 'Customer identity');
/** The rules of the identity. */
export const identities = identityRules;

mustIdentify`body: it has the whole profile, without a second address line [IDN-03] [IDN-04] [IDN-07]`(
  hasBody(at.identity, bodies.identity, book),
);

mustIdentify`first: the identity comes before the consent [IDN-02] [IDN-11]`((recording) =>
  every(recording.of(at.session, at.consentEvidence), book, (request) =>
    ok(
      recording
        .known(request, at.identity)
        .some((data) => data.customer_identity_id === request.json?.customer_identity_id),
      'names an identity that the client did not get',
    ),
  ),
);
