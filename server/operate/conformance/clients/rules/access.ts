/** Keys, addresses, and what must not leave the client. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { defineRules } from '../../check.ts';
import { at } from '../../endpoints.ts';
import { NotTried } from '../../trial.ts';
import { every, isDone, type Recording } from '../recording.ts';
import { scenarios } from '../scenarios.ts';

const { rules, must, should } = defineRules('access', 'Authentication');
/** The rules of this area. */
export const access = rules;

const nothing = 'Send a request with a key of the list';
const toTheService = ({ exchanges }: Recording) => exchanges.filter(({ endpoint }) => endpoint !== at.upload);

must`key: each request has the API key in x-api-key [AUTH-01]`((recording) =>
  every(toTheService(recording), nothing, ({ headers }) =>
    match(`${headers['x-api-key']}`, /^[^.\s]+\.\S+$/),
  ),
);

// Also [ENV-01] [ENV-03]
must`endpoints: no request goes to an address that the specification does not have [VER-01]`((recording) =>
  every(recording.exchanges, nothing, ({ endpoint }) => ok(endpoint, 'is no endpoint')),
);

should`secrets: the key is in no address and no body [AUTH-12]`((recording) =>
  every(recording.exchanges, nothing, ({ path, query, headers, body, endpoint }) => {
    if (endpoint === at.upload) return;
    const key = String(headers['x-api-key']);
    ok(
      !`${path}?${query}${body.toString('latin1')}`.includes(key.split('.')[1] ?? key),
      'has the secret of the key',
    );
  }),
);

should`browsers: no request comes from a browser, which would know the key [AUTH-12]`((recording) =>
  every(recording.exchanges, nothing, ({ headers }) => {
    const shown = ['origin', 'referer', 'cookie', 'authorization', 'x-forwarded-for', 'sec-fetch-site'];
    deepEqual(
      shown.filter((name) => name in headers),
      [],
      'has headers of a browser',
    );
  }),
);

must`storage: the upload has no API key, and no other credential [UPL-13]`((recording) =>
  every(recording.of(at.upload), 'Hand in a document', ({ headers }) => {
    for (const name of ['x-api-key', 'authorization', 'cookie']) equal(headers[name], undefined, name);
  }),
);

should`json: each body that goes to the service is JSON, and no document [UPL-16]`((recording) =>
  every(
    toTheService(recording).filter(({ body }) => body.length > 0),
    'Send a write',
    ({ headers, json }) => {
      match(`${headers['content-type']}`, /^application\/json/);
      ok(typeof json === 'object' && json !== null, 'is no object');
    },
  ),
);

const { rules: ends, must: reached } = defineRules('scenarios', 'End-to-end flow');
/** Whether the client ended what it was asked for. */
export const scenarioEnds = ends;

for (const { name, goal } of scenarios)
  reached`${name}: the client comes to ${goal} [ENV-10]`(({ exchanges }) => {
    const own = exchanges.filter(({ scenario }) => scenario.name === name);
    if (own.length === 0) throw new NotTried(`Do the task ${name}`);
    ok(
      own.some((each) => each.endpoint === goal && isDone(each)),
      `ended after ${own.length} requests, the last one ${own.at(-1)?.method} ${own.at(-1)?.path}`,
    );
  });
