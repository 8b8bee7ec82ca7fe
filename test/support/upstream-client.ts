/** An upstream client for tests, with short waits. */
import { onTestFinished } from 'vitest';
import { createUpstreamHttp, type UpstreamHttp } from '../../server/upstream/http.ts';

/**
 * Creates a client that the end of the test closes.
 * @param over options in place of the defaults; requests end after 2 seconds without them
 */
export function upstreamHttp(
  baseUrl: string,
  over: Partial<Omit<Parameters<typeof createUpstreamHttp>[0], 'baseUrl'>> = {},
): UpstreamHttp {
  const http = createUpstreamHttp({
    baseUrl,
    apiKey: 'prefix.secret',
    timeoutMs: 2_000,
    connections: 4,
    random: () => 0,
    ...over,
  });
  onTestFinished(() => http.close());
  return http;
}
