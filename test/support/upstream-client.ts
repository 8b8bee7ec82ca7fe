/** An upstream client for tests. */
import { onTestFinished } from 'vitest';
import { createUpstreamHttp, type UpstreamHttp } from '../../server/upstream/http.ts';
import { patience } from './patience.ts';

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
    timeoutMs: patience.upstreamTimeoutMs,
    readTotalMs: patience.readTotalMs,
    connections: 4,
    random: () => 0,
    ...over,
  });
  onTestFinished(() => http.close());
  return http;
}
