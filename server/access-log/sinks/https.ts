/** An address as the sink. Requests are signed as events are (Standard Webhooks). */
import { Agent, request } from 'undici';
import { standardWebhookHeaders } from '../../standard-webhooks.ts';
import { isNetworkError, networkReason } from '../../upstream/network-error.ts';
import type { Sink } from '../sink.ts';

/** Creates the sink. @param keys each makes one signature. @param now milliseconds since the epoch */
export function createHttpsSink(url: URL, keys: readonly Buffer[], now: () => number): Sink {
  const dispatcher = new Agent({ connections: 1 });
  return {
    async send(id, lines, signal) {
      const body = `{"lines":[${lines.join(',')}]}`;
      const signed = standardWebhookHeaders({ id, body }, keys, now());
      try {
        const { statusCode, body: response } = await request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': 'dx-booking', ...signed },
          body,
          signal,
          dispatcher,
        });
        void response.dump({ limit: 16_384, signal }).catch(() => {});
        return statusCode >= 200 && statusCode < 300 ? null : `http_${statusCode}`;
      } catch (error) {
        if (signal.aborted) return 'timeout';
        if (!isNetworkError(error)) throw error;
        return networkReason(error);
      }
    },
    close: () => dispatcher.close(),
  };
}
