/**
 * The sandbox, compared with Prism's mock server, which serves the sandbox's own OpenAPI document: the same GET and the
 * same POST.
 */
import { identityBody } from '../../sandbox/booking.ts';
import { compare, median, shown } from '../compare.ts';
import { type Load, wireText } from '../load.ts';
import type { Row } from '../row.ts';
import { startPrism, startSandboxProcess } from '../servers.ts';

const settings = { rounds: 11, durationMs: 750, warmUpMs: 4000, connections: 16 };
const goal = 5;

export async function sandboxThroughput(): Promise<Row[]> {
  const sandbox = await startSandboxProcess();
  const { keys } = Object(await (await fetch(`${sandbox.origin}/sandbox/keys`)).json());
  const document = await (await fetch(`${sandbox.origin}/sandbox/openapi.json`)).json();
  const prism = await startPrism(document);
  const rows: Row[] = [];
  for (const [call, request] of Object.entries(requestsOf(String(keys[0].api_key)))) {
    const { ours, theirs, times } = await compare(
      { origin: sandbox.origin, request },
      { origin: prism.origin, request },
      settings,
    );
    rows.push({
      what: `sandbox, ${call}`,
      against: 'Prism mock of the same document',
      measured: `${shown(times, 1)} times: ${shown(ours)} to ${shown(theirs)} a second`,
      goal: `${goal} times`,
      reached: median(times) >= goal,
    });
  }
  await Promise.all([sandbox.stop(), prism.stop()]);
  return rows;
}

/** Every write has its own customer and key. Only the number is filled in during the run. */
function requestsOf(apiKey: string): Record<string, Load['request']> {
  const headers = { 'x-api-key': apiKey };
  const getCall = 'GET /v1/integration-configuration';
  const postCall = 'POST /v1/api-first/identities';
  const get = wireText(getCall, headers);
  const number = '000000000';
  const post = wireText(
    postCall,
    { ...headers, 'content-type': 'application/json', 'idempotency-key': `bench-${number}` },
    JSON.stringify(identityBody({ external_customer_id: `customer-${number}` })),
  );
  let customers = 0;
  return {
    [getCall]: () => get,
    [postCall]: () => {
      customers += 1;
      return post.replaceAll(number, String(customers).padStart(number.length, '0'));
    },
  };
}
