/** Client of the testing service for the gym's backend, with its co-branded key. Copy as it is. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const envelope = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullable(),
  error: z.looseObject({ request_id: z.string() }).nullable(),
});

/** The service still works on an earlier request with the same key. */
const inProgress = z.looseObject({
  code: z.literal('IDEMPOTENCY_IN_PROGRESS'),
  retry_after_seconds: z.number(),
});
/** How often a write that is in progress is sent. */
const mostTries = 5;

/** Sends requests to the testing service. */
export interface ServiceClient {
  /** @throws Error with the status and request id of an error response */
  read<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>;
  /**
   * Sends a write, again while the service reports it as in progress.
   * @param key idempotency key; repeat a write with the same key and body
   * @throws Error as `read` does, or if the write stays in progress
   */
  write<S extends z.ZodType>(path: string, schema: S, key: string, body: object): Promise<z.output<S>>;
}

export interface ServiceClientSettings {
  /** The base address of the service, without a trailing slash. */
  serviceUrl: string;
  /** The co-branded key, which stays in the backend. */
  apiKey: string;
  /** Ends a request without a response, in milliseconds. @default 10,000 */
  timeoutMs?: number;
}

/** Creates the client. An error response, or none in time, throws Error. */
export function createServiceClient(settings: ServiceClientSettings): ServiceClient {
  const { serviceUrl, apiKey, timeoutMs = 10_000 } = settings;
  async function call(path: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(serviceUrl + path, {
      ...init,
      headers: { ...init.headers, 'x-api-key': apiKey },
      // A redirect could send the API key to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { data, error } = envelope.parse(await response.json());
    if (!response.ok || error)
      throw new Error(`the service responded with status ${response.status} (${error?.request_id})`);
    return data;
  }
  return {
    read: async (path, schema) => schema.parse(await call(path, {})),
    async write(path, schema, key, body) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key };
      for (let tries = 0; tries < mostTries; tries++) {
        const data = await call(path, { method: 'POST', headers, body: JSON.stringify(body) });
        const waits = inProgress.safeParse(data).data;
        if (!waits) return schema.parse(data);
        await sleep(waits.retry_after_seconds * 1000);
      }
      throw new Error(`the service still works on ${path}`);
    },
  };
}
