/**
 * Requests that are drawn from the OpenAPI documents of the sandbox and of the server. Each takes ids, versions and whole bodies from
 * earlier exchanges, those of a whole booking first. No response may differ from its document.
 */
import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { book } from '../support/book.ts';
import { startFullApiServer } from '../support/full-api-server.ts';
import { inRounds, type Verdict } from '../support/rounds.ts';
import { DrawnValues, KnownValues, type Schema } from './drawn-values.ts';
import { pick, type Random } from './hostile-shapes.ts';

const requestsPerRound = 150;
/** How often the body of an earlier request is sent again, with a value changed or as it was. */
const asBefore = 0.5;

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses?: Record<string, Operation['responses'][string]> };
}

/** A service under test. */
interface Service {
  name: string;
  document: Document;
  send(
    method: string,
    path: string,
    init: { headers: Record<string, string>; body?: string },
  ): Promise<Response>;
}

/** A request that was made before. */
interface Earlier {
  method: string;
  url: string;
  body: string;
  answer: string;
}

const json = 'application/json';

export async function generated(random: Random, rounds: number): Promise<Verdict[]> {
  const statuses: Record<string, Map<number, number>> = { sandbox: new Map(), server: new Map() };
  const { faults } = await inRounds(random, rounds, 2, async (draws, round) => {
    const service = await startFullApiServer({
      env: { RATE_LIMIT_PER_USER: '0', RATE_LIMIT_PER_ADDRESS: '0' },
    });
    try {
      const customer = service.customer(`generated-${round}`);
      const own: Earlier[] = [];
      const call = customer.call.bind(customer);
      customer.call = async (method, url, body, headers) => {
        const reply = await call<never>(method, url, body, headers);
        own.push({ method, url, body: JSON.stringify(body ?? null), answer: JSON.stringify(reply.body) });
        return reply;
      };
      const fault = await book(customer);
      if (fault !== null) return { faults: [fault], ms: {} };
      const read = async (url: string) => (await (await fetch(url)).json()) as Document;
      const found = [
        ...(await walk(draws, service.wire.requests, statuses.sandbox, {
          name: 'sandbox',
          document: await read(`${service.sandbox.url}/sandbox/openapi.json`),
          send: (method, path, { headers, body = null }) =>
            fetch(service.sandbox.url + path, {
              method,
              headers: { 'x-api-key': service.env.UPSTREAM_API_KEY ?? '', ...headers },
              body,
            }),
        })),
        ...(await walk(draws, own, statuses.server, {
          name: 'server',
          document: await read(`${service.url}/openapi.json`),
          send: (method, path, { headers, body }) => customer.fetch(method, path, body, headers),
        })),
      ];
      return { faults: found, ms: {} };
    } finally {
      await service.stop();
    }
  });
  const figures = Object.entries(statuses).map(
    ([name, counts]) =>
      `${name}: ${[...counts]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${count} of ${status}`)
        .join(', ')}`,
  );
  return [
    {
      what: 'requests drawn from both OpenAPI documents after a booking',
      rounds,
      faults,
      figures: figures.join('; '),
    },
  ];
}

/** Sends requests, and compares each response with the document. @returns the differences */
async function walk(
  random: Random,
  earlier: readonly Earlier[],
  statuses = new Map<number, number>(),
  { name, document, send }: Service,
): Promise<string[]> {
  const values = new KnownValues();
  for (const { body, answer } of earlier) for (const text of [body, answer]) values.add(parsed(text));
  const drawn = new DrawnValues(random, document.components.schemas, values);
  const judge = judgeOf(document);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // A live stream has no end.
      .filter(([, { responses }]) => responses[200]?.content?.['text/event-stream'] === undefined)
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const faults: string[] = [];
  for (let n = 0; n < requestsPerRound; n += 1) {
    const { path, method, operation } = pick(random, operations);
    const { url, headers } = parametersOf(operation, path, drawn);
    const body = bodyOf(operation, { method, path }, { random, drawn, earlier });
    const type = Object.keys(operation.requestBody?.content ?? {})[0];
    const response = await send(method, url, {
      headers: { ...(body !== undefined && type ? { 'content-type': type } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    values.add(parsed(text));
    const difference = judge(operation, response, text);
    if (difference !== null)
      faults.push(`${name}: ${method} ${path} answered ${response.status}: ${difference}`);
  }
  return faults;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Fills in the path, the query and the headers. */
function parametersOf({ parameters = [] }: Operation, path: string, drawn: DrawnValues) {
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required = false, schema } of parameters) {
    const owner = /\/(\w+?)s?\/\{/.exec(path)?.[1] ?? '';
    const value = () => String(drawn.draw(schema, name === 'id' ? `${owner}_id` : name));
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value() || randomUUID()));
    else if (place === 'header' && required) headers[name] = headerOf(name, drawn);
    else if (place === 'query' && (required || drawn.draw({ type: 'boolean' }, ''))) query.set(name, value());
  }
  return { url: query.size > 0 ? `${filled}?${query}` : filled, headers };
}

const headerOf = (name: string, drawn: DrawnValues): string => {
  if (name === 'Idempotency-Key') return randomUUID();
  if (name === 'If-Match') return `"${drawn.draw({ type: 'integer', minimum: 1 }, 'revision')}"`;
  return String(drawn.draw({ type: 'string' }, name)).replaceAll(/[^\x20-\x7e]/g, '');
};

/** @returns the body of an earlier request to the same operation, or a new one; undefined without one */
function bodyOf(
  { requestBody }: Operation,
  { method, path }: { method: string; path: string },
  { random, drawn, earlier }: { random: Random; drawn: DrawnValues; earlier: readonly Earlier[] },
): string | undefined {
  const schema = requestBody?.content[json]?.schema;
  if (schema === undefined) return requestBody ? '%PDF-1.7\n' : undefined;
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const same = earlier.filter((one) => one.method === method && pattern.test(one.url.split('?')[0] ?? ''));
  const body =
    same.length > 0 && random() < asBefore ? parsed(pick(random, same).body) : drawn.draw(schema, '');
  if (typeof body !== 'object' || body === null || random() < asBefore) return JSON.stringify(body);
  // One field is of another kind, or is missing.
  const field = pick(random, [...Object.keys(body), '']);
  return JSON.stringify({ ...body, [field]: pick<unknown>(random, [undefined, null, 1, 'a', [], {}]) });
}

/** @returns compares a response with the document: null if it fits */
function judgeOf({ components }: Document) {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ components }, 'document');
  const here = (schema: Schema): Schema =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as Schema;
  return ({ responses }: Operation, { status, headers }: Response, text: string): string | null => {
    const listed = responses[status] ?? responses[`${String(status)[0]}XX`];
    if (listed === undefined) return 'a status that is not listed';
    if (status === 500) return text;
    const { content } = listed.$ref
      ? (components.responses?.[listed.$ref.split('/').at(-1) ?? ''] ?? listed)
      : listed;
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    if (content === undefined || text === '') return null;
    const schema = content[type]?.schema;
    if (schema === undefined) return `sent as ${type}`;
    if (!type.endsWith('json')) return null;
    const fits = ajv.compile(here(schema));
    return fits(JSON.parse(text))
      ? null
      : `${ajv.errorsText(fits.errors, { dataVar: 'body' })}: ${text.slice(0, 300)}`;
  };
}
