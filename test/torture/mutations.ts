/** Puts faults one by one between the conformance suite and a sandbox, and counts which the suite finds. */
import { buffer } from 'node:stream/consumers';
import { endpointOf } from '../../server/operate/conformance/breaches.ts';
import { checks } from '../../server/operate/conformance/checks.ts';
import { openSuite } from '../../server/operate/conformance/suite.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { startRecordingProxy } from '../support/recording-proxy.ts';
import type { Verdict } from '../support/rounds.ts';
import { serve } from '../support/serve.ts';
import { type Mutation, type Relayed, rememberOwners } from './mutation-kinds.ts';
import { mutations } from './mutation-list.ts';

const leastFound = 0.95;

/** Whether a mutation is of a request or of its answer. */
function isOn({ on }: Mutation, method: string, url: string, status?: number): boolean {
  const [path = ''] = url.split('?');
  const endpoint = method === 'PUT' ? 'PUT' : endpointOf({ method, path });
  if (endpoint === null) return false;
  return [endpoint, `${endpoint} ${status}`, `* ${status}`].includes(on);
}

/** A server that passes deliveries on to the address in its path. */
export function startRelay({ delivery }: Pick<Mutation, 'delivery'>) {
  return serve(async (request, response) => {
    const names = Object.entries(request.headers).filter(([name]) => name.startsWith('x-service-'));
    const relayed: Relayed = {
      headers: Object.fromEntries(names.map(([name, value]) => [name, String(value)])),
      body: (await buffer(request)).toString('utf8'),
      times: 1,
      answer: (status) => status,
    };
    delivery?.(relayed);
    let status: number | null = 204;
    for (let time = 0; time < relayed.times; time += 1)
      status = await fetch(decodeURIComponent(request.url?.slice(1) ?? ''), {
        method: 'POST',
        headers: relayed.headers,
        body: relayed.body,
        redirect: 'manual',
      }).then(
        (answer) => answer.status,
        () => null,
      );
    if (status === null) response.destroy();
    else response.writeHead(relayed.answer(status)).end();
  });
}

/** @returns the check that finds a fault; null if none does */
async function findFault(sandbox: string, mutation: Mutation): Promise<string | null> {
  const relay = mutation.delivery && (await startRelay(mutation));
  const proxy = await startRecordingProxy(sandbox, {
    rewrite(request, answer) {
      // Uploads and pages go through the proxy too.
      const text = JSON.stringify(answer.body)?.replaceAll(sandbox, proxy.url);
      if (text !== undefined) answer.body = JSON.parse(text);
      rememberOwners(request, answer);
      if (isOn(mutation, request.method, request.url, answer.status)) mutation.answer?.(answer);
      return answer;
    },
    change(request) {
      if (isOn(mutation, request.method, request.url)) mutation.request?.(request);
      if (relay && request.method === 'POST' && request.url === '/v1/webhook-endpoints')
        request.body = request.body.replace(
          /"(http:\/\/127[^"]+)"/,
          (_, to) => `"${relay.url}/${encodeURIComponent(to)}"`,
        );
    },
  });
  const suite = openSuite({ base: proxy.url, profile: 'levers', keys: [], pause: null });
  const likely = (area: string) => (mutation.on.includes(area.slice(0, -1)) ? 0 : area === 'rules' ? 1 : 2);
  const concerned = mutation.delivery ? checks.filter(({ area }) => area === 'webhooks') : checks;
  try {
    for (const check of concerned.toSorted((one, other) => likely(one.area) - likely(other.area))) {
      if (check.level === 'TOLD') continue;
      const { outcome } = await suite.run(check);
      if (outcome === 'differs') return check.id;
    }
    return null;
  } finally {
    await relay?.close();
    await proxy.close();
  }
}

/** @returns the verdict; a fault is that too few were found */
export async function mutated(): Promise<Verdict[]> {
  const { url, close } = await startSandbox();
  const missed: string[] = [];
  try {
    const alarm = await findFault(url, { what: 'no fault', on: '' });
    if (alarm !== null) throw new Error(`${alarm} differs without a fault`);
    for (const mutation of mutations) {
      if ((await findFault(url, mutation)) !== null) continue;
      missed.push(`${mutation.on}: ${mutation.what}`);
      console.error(`  not found: ${missed.at(-1)}`);
    }
  } finally {
    await close();
  }
  const found = mutations.length - missed.length;
  const isEnough = found / mutations.length >= leastFound;
  return [
    {
      what: 'faults of a service that the conformance suite finds',
      rounds: mutations.length,
      faults: isEnough ? [] : missed,
      figures: `${found} of ${mutations.length} found`,
    },
  ];
}
