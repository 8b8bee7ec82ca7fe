/** A small load generator: so many connections, each sending its next request when the last one is answered. */
import { Pool } from 'undici';

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
      const { statusCode, body } = await pool.request(request(sent));
      if (statusCode < 200 || statusCode > 299)
        throw new Error(`${origin} answered ${statusCode}: ${await body.text()}`);
      await body.dump();
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - begin) / 1000;
  await pool.close();
  return sent / seconds;
}
