/** An upstream client for tests. */
import { onTestFinished } from 'vitest';
import { createUpstreamHttp, type UpstreamHttp } from '../../server/upstream/http.ts';

/**
 * Creates a client that the end of the test closes.
 * @param over options in place of the defaults. Without them a request may take as long as a busy machine needs
 */
export function upstreamHttp(
  baseUrl: string,
  over: Partial<Omit<Parameters<typeof createUpstreamHttp>[0], 'baseUrl'>> = {},
): UpstreamHttp {
  const http = createUpstreamHttp({
    baseUrl,
    apiKey: 'prefix.secret',
    timeoutMs: 300_000,
    readTotalMs: 45_000,
    connections: 4,
    random: () => 0,
    ...over,
  });
  onTestFinished(() => http.close());
  return http;
}
