/**
 * One field of one response of the service at a time is absent, null or of another type. Only a value that the next step
 * needs stops, and the report names it (VER-02, GAP-113).
 */
import { describe, expect, it } from 'vitest';
import {
  appointment,
  appointmentList,
  checkInLink,
  results,
  signedForm,
} from '../../server/upstream/appointments/responses.ts';
import { classify } from '../../server/upstream/attempt.ts';
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
import { errors, exchangeNamed, exchanges } from '../contract/wire-fixtures.ts';
import {
  type Bend,
  bends,
  bent,
  expectationOf,
  fieldsIn,
  freeText,
  isJson,
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
  'GET /v1/api-first/physician-order-evidence/{}': evidence,
  'GET /v1/api-first/appointments/{}/physician-order-evidence': evidenceList,
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
    Object.values({ ...writeKinds.co_branded, ...writeKinds.full_api }).map(({ path, response }) => [
      `POST ${withoutNames(path)}`,
      response,
    ]),
  ),
};

/** The data of each successful response that the fixtures hold. A PDF has none, and nothing reads that of a write in progress. */
const shown = exchanges.flatMap(({ operation, response: { body } }) =>
  isJson(body?.data) && body.data.code === undefined
    ? [{ route: withoutNames(operation), data: body.data }]
    : [],
);

/** Every difference of all responses, with what became of it. */
const differences = () =>
  shown.flatMap(({ route, data }) =>
    fieldsIn(data)
      .filter((path) => !freeText.test(nameOf(path)))
      // An object may hold any key, such as the headers of an upload.
      .filter((path) => !/required_headers\.|fallback_behavior\.|device_metadata\./.test(nameOf(path)))
      .flatMap((path) =>
        (Object.keys(bends) as Bend[]).map((how) => {
          const reader = readers[route];
          if (!reader) throw new Error(`${route} has no reader`);
          return { route, name: nameOf(path), how, read: readResponse(reader, bent(data, path, how)) };
        }),
      ),
  );

describe('one difference at a time', () => {
  it('tries a response of every endpoint', () => {
    const tried = new Set(shown.map(({ route }) => route));
    const known = [...new Set(exchanges.map(({ operation }) => withoutNames(operation)))];
    expect(known.filter((route) => !tried.has(route))).toEqual([
      'GET /v1/documents/vo2-physician-assessment',
    ]);
    expect(known).toHaveLength(43);
    expect(Object.keys(needed).filter((route) => !tried.has(route))).toEqual([]);
  });

  it('stops at needed values only, and names them [VER-11]', () => {
    const wrong = differences().filter(({ route, name, how, read }) => {
      const isSetAside = read.ok && read.setAside.length > 0;
      const isStopped = !read.ok && read.paths.some((path) => name === path || path.startsWith(`${name}.`));
      return expectationOf(route, name, how) === 'stops' ? !isStopped && !isSetAside : !read.ok || isSetAside;
    });
    expect(wrong.map(({ route, name, how }) => `${route} ${name} ${how}`)).toEqual([]);
    const all = differences();
    const stopped = all.filter(({ read }) => !read.ok || read.setAside.length > 0);
    console.info(`${all.length} differences tried, ${stopped.length} of them in needed values`);
  });

  it('reports paths of the schema only, and no value', () => {
    const reports = differences().map(({ read }) => (read.ok ? [read.drift, read.setAside] : read.paths));
    expect(JSON.stringify(reports)).not.toMatch(/canary|2026-|example/);
  });
});

it('reads an error for its details and its request id only, and reports its other fields', () => {
  const fields = ['details', 'message', 'path', 'request_id', 'timestamp'];
  const tried = errors.flatMap(({ response: { status, body } }) =>
    fields.flatMap((name) =>
      (Object.keys(bends) as Bend[]).map((how) => {
        const read = (error: unknown) =>
          classify({ status, headers: {}, text: JSON.stringify({ ...body, error }) }, 0);
        const given = body?.error as Json | null;
        return given && { name, how, as: read(given), read: read(bent(given, [name], how)) };
      }),
    ),
  );
  const refused = tried.filter((one) => one?.as.kind === 'refused');
  expect(refused.length).toBeGreaterThan(100);
  for (const one of refused) {
    if (one?.as.kind !== 'refused' || one.name === 'details') continue;
    const { name, how, as, read } = one;
    const { code, status, details } = as.error;
    const error = { code, status, details, drift: [`error.${name}`] };
    expect({ name, how, ...read }).toMatchObject({ name, how, kind: 'refused', error });
  }
});

it('leaves out one bad item of each list, with its id in the log [VER-12]', () => {
  const lists: [name: string, list: string, change: string][] = [
    ['locations within the radius', 'partners_within_radius', 'tests'],
    ['appointments are listed, before a time is requested', 'items', 'status'],
    ['consent evidence is listed', 'items', 'status'],
  ];
  for (const [name, list, change] of lists) {
    const { operation, response } = exchangeNamed(name);
    const reader = readers[withoutNames(operation)];
    const data = response.body?.data as Json;
    const [item] = data[list] as Json[];
    if (!reader || !item) throw new Error(`${name} has no item`);
    const read = readResponse(reader, { ...data, [list]: [{ ...item, [change]: 7 }, item, item] });
    expect(read).toMatchObject({
      ok: true,
      data: { [list]: [{}, {}] },
      setAside: [{ path: list, id: item.id ?? item.appointment_id, fields: [change] }],
    });
  }
});
