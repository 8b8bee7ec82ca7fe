/**
 * Compares a key's reads with the assumptions and names every entry that is not met. Sends no writes (GAP-11,
 * GAP-17..GAP-19, GAP-44, GAP-58).
 */
import type { z } from 'zod';
import type { Configuration } from '../../contract/upstream-api/configuration.ts';
import { consentBundle } from '../../contract/upstream-api/consent.ts';
import { locations } from '../../contract/upstream-api/locations.ts';
import { offeringProduct, offeringSchedule } from '../../contract/upstream-api/offerings.ts';
import { prescreenForm } from '../../contract/upstream-api/prescreen.ts';
import { questionnaireDefinition } from '../../contract/upstream-api/questionnaire.ts';
import { UpstreamError } from '../../core/errors.ts';
import { type Assumptions, examine, type Unmet } from '../../upstream/assumptions/assumptions.ts';
import type { AssumptionValues } from '../../upstream/assumptions/schema.ts';
import { consentCopy } from '../../upstream/consent/copy.ts';
import type { Query } from '../../upstream/fill-path.ts';
import type { UpstreamHttp } from '../../upstream/http.ts';
import { prescreenShown } from '../../upstream/prescreen/form.ts';
import { questionnaireForm } from '../../upstream/questionnaire/form.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import { misfits } from './learn/in-words.ts';

/** The search around New York, where locations are most likely. */
const nearNewYork = { lat: 40.7128, lng: -74.006, radius_miles: 100, page_size: 25 };
/** The only test that requires a prescreen. */
const prescreenedTest = 'CALST';

interface KeyReads {
  /** The setting that holds the key. */
  name: string;
  http: UpstreamHttp;
  values: AssumptionValues;
}

interface Sample<S extends z.ZodType> {
  what: string;
  path: string;
  query?: Query;
  schema: S;
  /** Reads the data as the server does. @default no assumption applies to the data */
  reader?: (data: z.output<S>, assumptions: Assumptions) => unknown;
}

/**
 * Reads samples with one key and checks them against the assumptions.
 * @param found the key's configuration
 * @returns one finding for each read, or for each entry that the read does not meet
 */
export async function examineAssumptions(key: KeyReads, found: Configuration): Promise<Finding[]> {
  const { name, values } = key;
  const places = await examineSample(key, {
    what: 'the search for locations',
    path: '/v1/locations',
    query: nearNewYork,
    schema: locations,
  });
  const form = await examineSample(key, {
    what: 'the prescreen form',
    path: `/v1/tests/${prescreenedTest}/prescreen-form`,
    schema: prescreenForm,
    reader: prescreenShown,
  });
  const findings = [...places.findings, ...form.findings];
  const tests = places.data?.partners_within_radius.flatMap((place) => place.tests) ?? [];
  for (const testType of new Set(tests.map(({ test_type }) => test_type)))
    findings.push(...(await examineQuestionnaire(key, testType)));
  const [pair] = tests;
  if (!pair)
    return [
      ...findings,
      warning(`${name}: no offering was found, so no product and no consent was checked.`),
    ];
  const offering = `/v1/locations/${pair.catalog_id}/offerings/${pair.offering_id}`;
  const product = await examineSample(key, {
    what: 'a product',
    path: `${offering}/products`,
    schema: offeringProduct,
    reader: (shown, assumptions) => {
      if (typeof shown.product[values.product.priceField] !== 'number')
        assumptions.unmet('product.priceField', 'offering_product.product', shown.product);
    },
  });
  const schedule = await examineSample(key, {
    what: 'a schedule',
    path: `${offering}/schedule`,
    schema: offeringSchedule,
  });
  findings.push(...product.findings, ...schedule.findings);
  if (found.customer_consent.mode !== 'service_consent_api') return findings;
  const consent = await examineSample(key, {
    what: `the consent for ${pair.test_type}`,
    path: `/v1/api-first/consent-bundles/${pair.test_type}`,
    schema: consentBundle,
    reader: consentCopy,
  });
  return [...findings, ...consent.findings];
}

/** A question that cannot be drawn stops the bookings of this test before the payment (GAP-58). */
async function examineQuestionnaire(key: KeyReads, testType: string): Promise<Finding[]> {
  const { findings } = await examineSample(key, {
    what: `the questionnaire of ${testType}`,
    path: `/v1/tests/${testType}/scheduling-questionnaire`,
    schema: questionnaireDefinition,
    reader: questionnaireForm,
  });
  return findings;
}

async function examineSample<S extends z.ZodType>(
  { name, http, values }: KeyReads,
  { what, path, query, schema, reader }: Sample<S>,
): Promise<{ data: z.output<S> | null; findings: Finding[] }> {
  const answer = await http.read(path, { query }).catch((error: unknown) => error);
  if (answer instanceof UpstreamError) {
    const message = `${name}: ${what} could not be read (${answer.status}), so its assumptions were not checked.`;
    return { data: null, findings: [warning(message)] };
  }
  if (answer instanceof Error) throw answer;
  const parsed = schema.safeParse((answer as { data: unknown }).data);
  if (!parsed.success)
    return {
      data: null,
      findings: [
        fault(
          `${name}: ${what} is not as specified: ${misfits(parsed.error.issues, (answer as { data: unknown }).data)}.`,
        ),
      ],
    };
  const { data } = parsed;
  const unmet = reader ? examine(values, (assumptions) => reader(data, assumptions)) : [];
  const findings = unmet.map((each) => fault(`${name}: ${what} ${inWords(each)}`));
  return { data, findings: findings.length > 0 ? findings : [ok(`${name}: ${what} is as assumed.`)] };
}

function inWords({ entry, path, keys }: Unmet): string {
  const there = keys.length > 0 ? `, where the keys are ${keys.join(', ')}` : '';
  return `does not meet ${entry} at ${path}${there}: customers get assumption_unmet. npx dx-booking conformance --assumptions FILE finds the entries.`;
}
