/**
 * Compares a key's reads with the assumptions and names every entry that is not met. Sends no writes (GAP-11,
 * GAP-17..GAP-19, GAP-44, GAP-58).
 */
import { UpstreamError } from '../../core/errors.ts';
import { type Assumptions, examine, type Unmet } from '../../upstream/assumptions/assumptions.ts';
import type { AssumptionValues } from '../../upstream/assumptions/schema.ts';
import type { Configuration } from '../../upstream/configuration.ts';
import { consentCopy } from '../../upstream/consent/copy.ts';
import { consentBundle } from '../../upstream/consent/responses.ts';
import type { Query } from '../../upstream/fill-path.ts';
import type { UpstreamHttp } from '../../upstream/http.ts';
import {
  locations,
  offeringTimes,
  orderedOffering,
  pricedOffering,
} from '../../upstream/offerings/responses.ts';
import { prescreenShown } from '../../upstream/prescreen/form.ts';
import { prescreenForm } from '../../upstream/prescreen/responses.ts';
import { questionnaireForm } from '../../upstream/questionnaire/form.ts';
import { questionnaireDefinition } from '../../upstream/questionnaire/responses.ts';
import type { ResponseReader } from '../../upstream/response-reader.ts';
import type { Flow } from '../../upstream/write-kinds.ts';
import { driftFindings, type Finding, fault, ok, warning } from './finding.ts';
import { readAsServer, readOrError } from './read-as-server.ts';

/** The search around New York, where locations are most likely. */
const nearNewYork = { lat: 40.7128, lng: -74.006, radius_miles: 100, page_size: 25 };
/** The only test that requires a prescreen. */
const prescreenedTest = 'CALST';

interface KeyReads {
  /** The setting that holds the key. */
  name: string;
  flow: Flow;
  http: UpstreamHttp;
  values: AssumptionValues;
}

interface Sample<T extends object> {
  what: string;
  path: string;
  query?: Query;
  reader: ResponseReader<T>;
  /** Shows the data as the server does. @default no assumption applies to the data */
  show?: (data: T, assumptions: Assumptions) => unknown;
}

/**
 * Reads samples with one key and checks them against the assumptions. The co-branded flow reads no form, price or consent.
 * @param found the key's configuration
 * @returns one finding for each read, or for each entry that the read does not meet
 */
export async function examineAssumptions(key: KeyReads, found: Configuration): Promise<Finding[]> {
  const isFullApi = key.flow === 'full_api';
  const places = await examineSample(key, {
    what: 'the search for locations',
    path: '/v1/locations',
    query: nearNewYork,
    reader: locations,
  });
  const tests = places.data?.partners_within_radius.flatMap((place) => place.tests) ?? [];
  const findings = [...places.findings, ...(isFullApi ? await examineForms(key, tests) : [])];
  const [pair] = tests;
  if (!pair)
    return [
      ...findings,
      warning(`${key.name}: no offering was found, so no product and no consent was checked.`),
    ];
  const offering = `/v1/locations/${pair.catalog_id}/offerings/${pair.offering_id}`;
  const product = await (isFullApi
    ? examineSample(key, {
        what: 'a product',
        path: `${offering}/products`,
        reader: pricedOffering,
        show: (shown, assumptions) => {
          if (shown.product[key.values.product.priceField] === null)
            assumptions.unmet('product.priceField', 'offering_product.product', shown.product);
        },
      })
    : examineSample(key, { what: 'a product', path: `${offering}/products`, reader: orderedOffering }));
  const schedule = await examineSample(key, {
    what: 'a schedule',
    path: `${offering}/schedule`,
    reader: offeringTimes,
  });
  findings.push(...product.findings, ...schedule.findings);
  if (!isFullApi || found.customer_consent.mode !== 'service_consent_api') return findings;
  const consent = await examineSample(key, {
    what: `the consent for ${pair.test_type}`,
    path: `/v1/api-first/consent-bundles/${pair.test_type}`,
    reader: consentBundle,
    show: consentCopy,
  });
  return [...findings, ...consent.findings];
}

async function examineForms(key: KeyReads, tests: { test_type: string }[]): Promise<Finding[]> {
  const { findings } = await examineSample(key, {
    what: 'the prescreen form',
    path: `/v1/tests/${prescreenedTest}/prescreen-form`,
    reader: prescreenForm,
    show: prescreenShown,
  });
  // A question that cannot be drawn stops the bookings of this test before the payment (GAP-58).
  for (const testType of new Set(tests.map(({ test_type }) => test_type))) {
    const questionnaire = await examineSample(key, {
      what: `the questionnaire of ${testType}`,
      path: `/v1/tests/${testType}/scheduling-questionnaire`,
      reader: questionnaireDefinition,
      show: questionnaireForm,
    });
    findings.push(...questionnaire.findings);
  }
  return findings;
}

async function examineSample<T extends object>(
  { name, http, values }: KeyReads,
  { what, path, query, reader, show }: Sample<T>,
): Promise<{ data: T | null; findings: Finding[] }> {
  const answer = await readOrError(http, path, query);
  if (answer instanceof UpstreamError) {
    const message = `${name}: ${what} could not be read (${answer.status}), so its assumptions were not checked.`;
    return { data: null, findings: [warning(message)] };
  }
  const read = readAsServer(reader, answer.data);
  if ('fault' in read)
    return { data: null, findings: [fault(`${name}: ${what} is not as specified: ${read.fault}.`)] };
  const { data } = read;
  const unmet = show ? examine(values, (assumptions) => show(data, assumptions)) : [];
  const findings = unmet.map((each) => fault(`${name}: ${what} ${inWords(each)}`));
  if (findings.length === 0) findings.push(ok(`${name}: ${what} is as assumed.`));
  return { data, findings: [...findings, ...driftFindings(`${name}: ${what}`, read.drift)] };
}

function inWords({ entry, path, keys }: Unmet): string {
  const there = keys.length > 0 ? `, where the keys are ${keys.join(', ')}` : '';
  return `does not meet ${entry} at ${path}${there}: customers get assumption_unmet. npx dx-booking conformance --assumptions FILE finds the entries.`;
}
