import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import { assert, equal, until } from './assert.ts';
import {
  all,
  at,
  byId,
  focused,
  lastOf,
  one,
  press,
  settled,
  submit,
  words,
  write,
} from './gallery/controls.ts';
import { placeFallback, placeNone, placeResults, placeStart, placeView } from './gallery/places.ts';
import { viewOf } from './gallery/states.ts';

const streets = Array.from({ length: 60 }, (_, index) => `${index + 1} Example Street`);
const { results: someResults } = placeResults;
assert(someResults !== null, 'places');
const within_radius = streets.map((address_line_1) => placeView({ address_line_1 }));
const longList = { ...placeResults, results: { ...someResults, within_radius, total: 60, total_pages: 1 } };

describe('<dx-place-step>', () => {
  it('offers exactly the given tests, VO2 and CALST by their plain names [DISC-08] [DISC-09]', async () => {
    const { step } = await at({ shows: placeStart });
    const names = all(step, '.tests .name').map(words);
    equal(names.length, 8);
    assert(names.includes('VO2 Max') && names.includes('Calcium Score'), names.join());
  });

  it('searches near a ZIP code for the test picked', async () => {
    const { step, received } = await at({ shows: placeStart });
    await press(step, 'Calcium Score');
    await write(step, 'zip', ' 60602-1234');
    await submit(step);
    equal(lastOf(received, 'dx-answer'), { search: { test_types: ['CALST'], near: { zip: '60602' } } });
    equal(lastOf(received, 'dx-draft'), { test_type: 'CALST', zip: ' 60602-1234' });
  });

  it('follows the page when it changes its tests: a test that is offered no more is not searched for', async () => {
    const { step } = await at({ shows: placeStart });
    const offer = async (...test_types: TestType[]) => {
      Object.assign(step, { shows: { ...placeStart, test_types } });
      await settled(step);
      return words(one(step, 'h2:not(.former *)'));
    };
    await press(step, 'Calcium Score');
    equal(await offer('DEXA', 'VO2'), 'Which test would you like?');
    equal(await offer('DEXA'), 'Where would you like to be tested?');
    assert(words(one(step, '.search')).includes('DEXA body composition'), 'the only test is chosen');
  });

  it('asks for five digits before it sends anything', async () => {
    const { step, received } = await at({ shows: { ...placeStart, test_types: ['DEXA'] } });
    await write(step, 'zip', '606');
    await submit(step);
    equal(lastOf(received, 'dx-answer'), undefined);
    equal(words(byId(step, 'zip-error')), 'Enter a ZIP code with five digits, like 60601.');
    assert(focused(step)?.className === 'error-summary', 'the summary takes the focus');
  });

  it('asks the browser for a position only after a press', async () => {
    const asked: string[] = [];
    const original = navigator.geolocation.getCurrentPosition;
    navigator.geolocation.getCurrentPosition = (found) => {
      asked.push('asked');
      found({ coords: { latitude: 41.88412, longitude: -87.62598 } } as GeolocationPosition);
    };
    const { step, received } = await at({ shows: { ...placeStart, test_types: ['DEXA'] } });
    equal(asked.length, 0);
    await press(step, 'Use my location');
    await until(() => lastOf(received, 'dx-answer'), 'the search');
    navigator.geolocation.getCurrentPosition = original;
    equal(asked.length, 1);
    equal(lastOf(received, 'dx-answer'), {
      search: { test_types: ['DEXA'], near: { lat: 41.884, lng: -87.626 } },
    });
  });

  it('chooses a place by its ids', async () => {
    const { step, received } = await at({ shows: placeResults });
    await press(step, 'Choose this testing center, 2215');
    const test = placeResults.results?.within_radius[1]?.tests[0];
    equal(lastOf(received, 'dx-answer'), {
      choose: { catalog_id: test?.catalog_id ?? '', offering_id: test?.offering_id ?? '', accept: true },
    });
  });

  it('draws a long list in batches, in order and completely', async () => {
    const { step } = await at({ shows: longList });
    assert(all(step, '.place').length < 60, 'not all in one go');
    await until(() => all(step, '.place').length === 60, 'all of them');
    equal(all(step, '.place .name').map(words), streets);
    equal(words(byId(step, 'results')), '60 testing centers within 100 miles');
    const last = all(step, '.place button').at(-1);
    last?.focus();
    assert(focused(step) === last, 'what is out of sight can be reached');
  });

  it('keeps a long list while the customer looks at the tests and chooses the same one', async () => {
    const { step } = await at({ shows: longList });
    await until(() => all(step, '.place').length === 60, 'all of them');
    const drawn = all(step, '.place');
    await press(step, 'Change your test');
    await press(step, 'Calcium Score');
    equal(all(step, '.place').length, 60);
    assert(
      all(step, '.place').every((place, index) => place === drawn[index]),
      'the same elements',
    );
  });

  it('disables the other places while one is being chosen, and enables them afterwards', async () => {
    const { step } = await at({ shows: longList });
    await until(() => all(step, '.place').length === 60, 'all of them');
    const closed = () => all(step, '.place [aria-disabled="true"]').length;
    await press(step, 'Choose this testing center, 2 Example Street');
    equal(closed() > 0, true);
    await until(() => closed() === 60, 'all of them closed');
    step.busy = true;
    await settled(step);
    step.busy = false;
    await settled(step);
    equal(closed(), 0);
  });

  it('pages the places within the radius and nothing else [DISC-17]', async () => {
    const { step, received } = await at({ shows: placeResults });
    await press(step, 'Next');
    equal(lastOf(received, 'dx-answer'), {
      search: { test_types: ['CALST'], near: { zip: '60602' }, page: 2 },
    });
    const results = placeFallback.results;
    assert(results !== null, 'there are results');
    const fallback = await at({ shows: { ...placeFallback, results: { ...results, total_pages: 4 } } });
    equal(all(fallback.step, 'nav').length, 0);
  });

  it('calls an alternate a different test, by name [DISC-22]', async () => {
    const { step } = await at({ shows: placeFallback });
    const text = words(one(step, 'section'));
    assert(text.includes('A different test'), 'it is said above them');
    assert(text.includes('Choose Bod Pod body composition'), 'and on the button');
  });

  it('shows the known details of a fallback place, and offers no booking without a test [DISC-23]', async () => {
    const { step } = await at({ shows: placeFallback });
    const bare = all(step, '.place')[1];
    assert(bare !== undefined && words(bare).includes('Can’t be booked online'), 'it says so');
    equal(bare.querySelectorAll('button').length, 0);
    assert(!words(bare).includes('null'), 'nothing that is missing is shown');
  });

  it('says when nothing is near, and what to do', async () => {
    const { step } = await at({ shows: placeNone });
    assert(words(one(step, 'section')).includes('Try another ZIP code'), 'a way on');
  });

  it('shows an unknown ZIP code beside its field, and focuses the field', async () => {
    const { step } = await at({ shows: placeResults });
    await submit(step);
    step.busy = true;
    await settled(step);
    const notice = { code: 'zip_unknown' as const, fields: [], upstream_request_id: null };
    Object.assign(step, { notice, busy: false, view: viewOf(placeResults, { notice }) });
    await settled(step);
    assert(words(byId(step, 'zip-error')).startsWith('We can’t find this ZIP code'), 'the words');
    assert(focused(step) === byId(step, 'zip'), 'the focus');
  });

  it('restores what was typed', async () => {
    const { step } = await at({ shows: placeStart, draft: { test_type: 'RMR', zip: '1000' } });
    equal(byId(step, 'zip').value, '1000');
    assert(words(one(step, '.picked')).includes('Resting metabolic rate'), 'the test');
  });

  it('sends one choice while one is under way', async () => {
    const { step, received } = await at({ shows: placeResults });
    await press(step, 'Choose this testing center, 2215');
    step.busy = true;
    await press(step, 'Choose this testing center, 120');
    equal(received.filter(({ type }) => type === 'dx-answer').length, 1);
  });
});
