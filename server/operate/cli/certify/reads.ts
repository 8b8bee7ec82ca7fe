/**
 * Compares responses to reads: their schemas and the assumptions that they show (GAP-01, GAP-11, GAP-17..GAP-20,
 * GAP-75, GAP-76).
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { appointmentList } from '../../../contract/upstream-api/appointments.ts';
import { type Configuration, configuration } from '../../../contract/upstream-api/configuration.ts';
import { consentBundle } from '../../../contract/upstream-api/consent.ts';
import { locations } from '../../../contract/upstream-api/locations.ts';
import {
  type OfferingProduct,
  offeringProduct,
  offeringSchedule,
} from '../../../contract/upstream-api/offerings.ts';
import { type PrescreenForm, prescreenForm } from '../../../contract/upstream-api/prescreen.ts';
import { results } from '../../../contract/upstream-api/results.ts';
import { offsetTime } from '../../../contract/upstream-api/schedule.ts';
import { UpstreamError } from '../../../core/errors.ts';
import type { Query } from '../../../upstream/fill-path.ts';
import type { UpstreamHttp } from '../../../upstream/http.ts';
import { prescreenShown } from '../../../upstream/prescreen/form.ts';
import type { Comparison } from './comparison.ts';
import { compareConsent } from './consent-text.ts';
import { type Guesses, onlyOne, withValues } from './guess/guess.ts';
import { leavesOf, textsOf } from './guess/leaves.ts';
import { misfits, refusalInWords } from './in-words.ts';
import type { Learning } from './learning.ts';

/** An offering that can be ordered; the times are exactly as the schedule has them. */
export interface Bookable {
  catalogId: string;
  offeringId: string;
  testType: string;
  product: OfferingProduct['product'];
  times: string[];
}

/** The results of the reads, for the writes that follow. */
export interface ReadThrough {
  configuration: Configuration | null;
  /** Requires no prescreen and has at least two times. */
  bookable: Bookable | null;
  /** Requires a prescreen; its times are not read. */
  prescreened: Bookable | null;
}

/** The search around New York, where locations are most likely. */
export const nearNewYork = { lat: 40.7128, lng: -74.006, radius_miles: 100, page_size: 25 };
const offeringsAtMost = 12;
/** The only test that requires a prescreen. */
export const prescreenedTest = 'CALST';

/** Sends all reads and compares each response. */
export async function certifyReads(
  http: UpstreamHttp,
  comparison: Comparison,
  learning: Learning,
): Promise<ReadThrough> {
  const read: ReadAndCompare = (what, path, schema, query) =>
    readAndCompare({ http, comparison }, what, path, schema, query);
  const found = await read('the integration configuration', '/v1/integration-configuration', configuration);
  const places = await read('the search for locations', '/v1/locations', locations, nearNewYork);
  const pairs = places?.partners_within_radius.flatMap(({ tests }) => tests) ?? [];
  const bookable = await findBookable(read, { comparison, learning }, pairs.slice(0, offeringsAtMost));
  const asking = await read('the search for a prescreened test', '/v1/locations', locations, {
    ...nearNewYork,
    test_types: prescreenedTest,
  });
  const asked = asking?.partners_within_radius.flatMap(({ tests }) => tests) ?? [];
  const prescreened = await findPrescreened(
    read,
    asked.filter(({ test_type }) => test_type === prescreenedTest),
  );
  const bundle =
    found?.customer_consent.mode === 'service_consent_api' && bookable
      ? await read('a consent bundle', `/v1/api-first/consent-bundles/${bookable.testType}`, consentBundle)
      : null;
  if (bundle) compareConsent(learning, bundle);
  const form = await read('the prescreen form', `/v1/tests/${prescreenedTest}/prescreen-form`, prescreenForm);
  if (form)
    learning.compare(
      'the answer options of the prescreen form',
      (assumptions) => prescreenShown(form, assumptions),
      guessPrescreen(form),
    );
  const since = { limit: 2, updated_after: new Date(Date.now() - 86_400_000).toISOString() };
  await read('the appointments that changed since yesterday', '/v1/appointments', appointmentList, since);
  await read('the results', '/v1/results', results, { limit: 1 });
  await compareNotFound(http, comparison);
  return { configuration: found, bookable, prescreened };
}

type ReadAndCompare = <S extends z.ZodType>(
  what: string,
  path: string,
  schema: S,
  query?: Query,
) => Promise<z.output<S> | null>;

/**
 * Reads one path, compares the response with its schema, and records the result.
 * @param what names the read in the report
 * @returns the data; null if the request fails or the response does not match
 */
export async function readAndCompare<S extends z.ZodType>(
  { http, comparison }: { http: UpstreamHttp; comparison: Comparison },
  what: string,
  path: string,
  schema: S,
  query?: Query,
): Promise<z.output<S> | null> {
  try {
    const { data } = await http.read(path, { query });
    const parsed = schema.safeParse(data);
    if (parsed.success) comparison.same(what);
    else comparison.differs(what, misfits(parsed.error.issues, data));
    return parsed.data ?? null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    comparison.differs(
      what,
      error.status === 0 ? 'no response in an envelope' : `status ${refusalInWords(error)}`,
    );
    return null;
  }
}

/** Finds an offering that can be ordered directly: it has two times and requires no prescreen. */
async function findBookable(
  read: ReadAndCompare,
  { comparison, learning }: { comparison: Comparison; learning: Learning },
  pairs: { catalog_id: string; offering_id: string }[],
): Promise<Bookable | null> {
  for (const { catalog_id: catalogId, offering_id: offeringId } of pairs) {
    const path = `/v1/locations/${catalogId}/offerings/${offeringId}`;
    const shown = await read('the product of an offering', `${path}/products`, offeringProduct);
    if (!shown || shown.product.is_prescreening_required) continue;
    const { schedule } =
      (await read('the schedule of an offering', `${path}/schedule`, offeringSchedule)) ?? {};
    const times =
      schedule?.available_dates.flatMap((day) => day.available_times.map((time) => time.available_time)) ??
      [];
    if (times.length < 2) continue;
    const unlike = times.filter((time) => !offsetTime.safeParse(time).success);
    if (unlike.length > 0)
      comparison.differs('the times of a schedule', `${unlike.length} of ${times.length} have no offset`);
    else comparison.same("the times of a schedule have the location's offset");
    const { priceField } = learning.values().product;
    if (typeof shown.product[priceField] !== 'number') {
      learning.leaveOpen('product.priceField');
      comparison.differs(
        'the price shown to customers',
        `${priceField} is not a number`,
        'Set product.priceField.',
      );
    }
    return { catalogId, offeringId, testType: shown.product.test_type, product: shown.product, times };
  }
  comparison.skipped('an order', 'no offering near New York has times without requiring a prescreen');
  return null;
}

async function findPrescreened(
  read: ReadAndCompare,
  pairs: { catalog_id: string; offering_id: string }[],
): Promise<Bookable | null> {
  for (const { catalog_id: catalogId, offering_id: offeringId } of pairs.slice(0, offeringsAtMost)) {
    const path = `/v1/locations/${catalogId}/offerings/${offeringId}/products`;
    const shown = await read('the product of an offering', path, offeringProduct);
    if (!shown?.product.is_prescreening_required) continue;
    const { product } = shown;
    return { catalogId, offeringId, testType: product.test_type, product, times: [] };
  }
  return null;
}

/** An unknown appointment must give a 404 in the envelope, with a request id (ERR-06). */
async function compareNotFound(http: UpstreamHttp, comparison: Comparison): Promise<void> {
  const what = 'an unknown appointment';
  const error = await http
    .read('/v1/appointments/{appointmentId}', { params: { appointmentId: randomUUID() } })
    .catch((reason: unknown) => reason);
  if (!(error instanceof UpstreamError)) comparison.differs(what, 'the response is not an error');
  else if (error.status !== 404)
    comparison.differs(what, error.status === 0 ? 'no response in an envelope' : `status ${error.status}`);
  else if (error.requestId === null) comparison.differs(what, 'the error has no request_id');
  else comparison.same(what);
}

const optionsOf = ({ copy }: PrescreenForm): unknown[] =>
  copy.sections.flatMap(({ fields }) => fields.flatMap(({ options }) => options ?? []));

/** Guesses the names in an answer option by their types: its value is a boolean, its label a text. */
function guessPrescreen(form: PrescreenForm): Guesses {
  const options = optionsOf(form).filter((raw) => typeof raw === 'object' && raw !== null);
  const leaves = leavesOf(options);
  const values = [...leaves].filter(([, found]) => found.every((value) => typeof value === 'boolean'));
  const guesses: Guesses = {
    'prescreen.optionKeys.value': () => onlyOne(values.map(([name]) => name)),
    'prescreen.optionKeys.label': () => onlyOne([...textsOf(options).keys()]),
  };
  return withValues(guesses, leaves);
}
