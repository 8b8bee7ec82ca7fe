/**
 * One field of one response of the service at a time is absent, null or of another type. Only a value that the next step
 * needs stops, and the report names it (VER-02, GAP-113).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  appointment,
  appointmentList,
  checkInLink,
  results,
  signedForm,
} from '../../server/upstream/appointments/responses.ts';
import { configuration } from '../../server/upstream/configuration.ts';
import { consentBundle, consentSession } from '../../server/upstream/consent/responses.ts';
import { evidence, evidenceList } from '../../server/upstream/evidence/responses.ts';
import { locations, offeringProductWith, offeringTimes } from '../../server/upstream/offerings/responses.ts';
import { identity } from '../../server/upstream/orders/responses.ts';
import { physicianOrderBundle, physicianSession } from '../../server/upstream/physician/responses.ts';
import { prescreenForm } from '../../server/upstream/prescreen/responses.ts';
import { questionnaireDefinition } from '../../server/upstream/questionnaire/responses.ts';
import { type ResponseReader, readResponse } from '../../server/upstream/response-reader.ts';
import { writeKinds } from '../../server/upstream/write-kinds.ts';
import { type RecordedResponse, recordedResponses } from '../support/recorded-responses.ts';

import {
  type Bend,
  bends,
  bent,
  expectationOf,
  fieldsIn,
  freeText,
  type Json,
  nameOf,
  needed,
} from './needed-fields.ts';

const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');

/** The readers of GET; those of writes are in the server's own table. */
const readers: Record<string, ResponseReader> = {
  'GET /v1/integration-configuration': configuration,
  'GET /v1/locations': locations,
  'GET /v1/locations/{}/offerings/{}/products': offeringProductWith('retail_price'),
  'GET /v1/locations/{}/offerings/{}/schedule': offeringTimes,
  'GET /v1/api-first/identities/{}': identity,
  'GET /v1/api-first/consent-bundles/{}': consentBundle,
  'GET /v1/api-first/consent-sessions/{}': consentSession,
  'GET /v1/api-first/consent-evidence': evidenceList,
  'GET /v1/api-first/consent-evidence/{}': evidence,
  'GET /v1/tests/{}/prescreen-form': prescreenForm,
  'GET /v1/tests/{}/scheduling-questionnaire': questionnaireDefinition,
  'GET /v1/appointments': appointmentList,
  'GET /v1/appointments/{}': appointment,
  'GET /v1/appointments/{}/scheduling-questionnaire': questionnaireDefinition,
  'GET /v1/appointments/{}/check-in-link': checkInLink,
  'GET /v1/appointments/{}/signed-form': signedForm,
  'GET /v1/results': results,
  'GET /v1/api-first/appointments/{}/physician-order-bundle': physicianOrderBundle,
  'GET /v1/api-first/physician-order-sessions/{}': physicianSession,
  ...Object.fromEntries(
    Object.values(writeKinds.full_api).map(({ path, response }) => [`POST ${withoutNames(path)}`, response]),
  ),
};

let recorded: RecordedResponse[];
beforeAll(async () => {
  recorded = await recordedResponses();
}, 120_000);

/** Every difference of all responses, with what became of it. */
const differences = () =>
  recorded.flatMap(({ route, data }) =>
    fieldsIn(data)
      .filter((path) => !freeText.test(nameOf(path)))
      // An object may hold any key, such as the headers of an upload.
      .filter((path) => !/required_headers\.|fallback_behavior\.|device_metadata\./.test(nameOf(path)))
      .flatMap((path) =>
        (Object.keys(bends) as Bend[]).map((how) => {
          const reader = readers[route];
          if (!reader) throw new Error(`${route} has no reader here`);
          return { route, name: nameOf(path), how, read: readResponse(reader, bent(data, path, how)) };
        }),
      ),
  );

describe('one difference at a time', () => {
  it('has a response of each route that a booking uses', () => {
    const routes = recorded.map(({ route }) => route);
    expect(Object.keys(needed).filter((route) => !routes.includes(route))).toEqual([]);
  });

  it('stops at needed values only, and names them', () => {
    const wrong = differences().filter(({ route, name, how, read }) => {
      const isSetAside = read.ok && read.setAside.length > 0;
      const isStopped = !read.ok && read.paths.some((path) => name === path || path.startsWith(`${name}.`));
      return expectationOf(route, name, how) === 'stops' ? !isStopped && !isSetAside : !read.ok || isSetAside;
    });
    expect(wrong.map(({ route, name, how }) => `${route} ${name} ${how}`)).toEqual([]);
    expect(differences().length).toBeGreaterThan(600);
  });

  it('reports paths of the schema only, and no value', () => {
    const reports = differences().map(({ read }) => (read.ok ? [read.drift, read.setAside] : read.paths));
    expect(JSON.stringify(reports)).not.toMatch(/canary|2026-|example/);
  });
});

it('leaves out one bad item of each list, with its id in the log', () => {
  const lists: Record<string, [list: string, change: string]> = {
    'GET /v1/locations': ['partners_within_radius', 'tests'],
    'GET /v1/appointments': ['items', 'status'],
  };
  for (const [route, [list, change]] of Object.entries(lists)) {
    const reader = readers[route];
    const found = recorded.find((response) => response.route === route)?.data[list] as Json[];
    const [item] = found;
    if (!reader || !item) throw new Error(`${route} was not recorded`);
    const data = { ...recorded.find((response) => response.route === route)?.data };
    const read = readResponse(reader, { ...data, [list]: [{ ...item, [change]: 7 }, item, item] });
    expect(read).toMatchObject({
      ok: true,
      data: { [list]: [{}, {}] },
      setAside: [{ path: list, id: item.id ?? item.appointment_id, fields: [change] }],
    });
  }
});
