/**
 * `node test/bench/sandbox-throughput.ts`: requests per second of the sandbox against Prism's mock server, which serves the
 * sandbox's own OpenAPI document: the same GET and the same POST, in turns, on one machine in one run. About a minute.
 */
import { identityBody } from '../sandbox/booking.ts';
import { type Load, requestsPerSecond, wireText } from './load.ts';
import { type Running, startPrism, startSandboxProcess } from './servers.ts';

const rounds = 25;
const durationMs = 750;
const warmUpMs = 1000;
const connections = 16;
const goal = 5;

const sandbox = await startSandboxProcess();
const { keys } = Object(await (await fetch(`${sandbox.origin}/sandbox/keys`)).json());
const document = await (await fetch(`${sandbox.origin}/sandbox/openapi.json`)).json();
const prism = await startPrism(document);

const headers = { 'x-api-key': String(keys[0].api_key) };
const getCall = 'GET /v1/integration-configuration';
const postCall = 'POST /v1/api-first/identities';
const get = wireText(getCall, headers);
/** Every write is one of its own: another customer, another key. Written beforehand but for its number. */
const number = '000000000';
const post = wireText(
  postCall,
  { ...headers, 'content-type': 'application/json', 'idempotency-key': `bench-${number}` },
  JSON.stringify(identityBody({ external_customer_id: `customer-${number}` })),
);
let customers = 0;
const requests: Record<string, Load['request']> = {
  [getCall]: () => get,
  [postCall]: () => {
    customers += 1;
    return post.replaceAll(number, String(customers).padStart(number.length, '0'));
  },
};

const rateOf = (server: Running, request: Load['request'], forMs: number) =>
  requestsPerSecond({ origin: server.origin, connections, durationMs: forMs, request });

/** One rate of each server a round, right after one another: what else the machine does slows both. */
async function compare(request: Load['request']) {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (const server of [sandbox, prism]) await rateOf(server, request, warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [sandbox, prism] : [prism, sandbox];
    for (const server of order)
      (server === sandbox ? ours : theirs).push(await rateOf(server, request, durationMs));
  }
  return { ours, theirs, times: ours.map((rate, round) => rate / (theirs[round] ?? rate)) };
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const median = (values: number[]) => sorted(values)[Math.floor(values.length / 2)] ?? 0;
const shown = (values: number[], digits = 0) => {
  const [low = 0] = sorted(values);
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)} to ${sorted(values).at(-1)?.toFixed(digits)})`;
};

console.log(`${rounds} rounds of ${durationMs} ms, ${connections} connections; median (lowest to highest)`);
let reached = true;
const table: Record<string, Record<string, string>> = {};
for (const [call, request] of Object.entries(requests)) {
  const { ours, theirs, times } = await compare(request);
  table[call] = { 'sandbox/s': shown(ours), 'Prism/s': shown(theirs), times: shown(times, 1) };
  reached &&= median(times) >= goal;
}
await Promise.all([sandbox.stop(), prism.stop()]);
console.table(table);
if (!reached) {
  console.error(`The goal is ${goal} times.`);
  process.exitCode = 1;
}
