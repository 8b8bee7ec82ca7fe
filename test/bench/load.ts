/** A small load generator: so many connections, each sending its next request when the last one is answered. */
import { type Dispatcher, Pool } from 'undici';

export interface Load {
  origin: string;
  connections: number;
  durationMs: number;
  /** The n-th request. */
  request(n: number): {
    method: 'GET' | 'POST';
    path: string;
    headers: Record<string, string>;
    body?: string;
  };
}

/** Requests answered with 2xx, each second. Anything else ends the run: a refusal is no throughput. */
export async function requestsPerSecond({ origin, connections, durationMs, request }: Load): Promise<number> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  let sent = 0;
  const begin = performance.now();
  const end = begin + durationMs;
  const work = async () => {
    while (performance.now() < end) {
      sent += 1;
      const status = await statusOf(pool, request(sent));
      if (status < 200 || status > 299) throw new Error(`${origin} answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - begin) / 1000;
  await pool.close();
  return sent / seconds;
}

/** By the bare dispatch, so that the generator takes as little of the machine as it can. */
function statusOf(pool: Pool, options: Dispatcher.DispatchOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    pool.dispatch(options, {
      onRequestStart() {},
      onResponseStart(_controller, statusCode) {
        status = statusCode;
      },
      onResponseData() {},
      onResponseEnd: () => resolve(status),
      onResponseError: (_controller, error) => reject(error),
    });
  });
}
