/** Client of the testing service for the gym's backend, with its co-branded key. Copy as it is. */
import { z } from 'zod';

const envelope = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullable(),
  error: z.looseObject({ request_id: z.string() }).nullable(),
});

/** Sends requests to the testing service. */
export interface ServiceClient {
  /** @throws Error with the status and request id of an error response */
  read<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>;
  /** @param key idempotency key; repeat a write with the same key and body */
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
  async function call<S extends z.ZodType>(path: string, schema: S, init: RequestInit): Promise<z.output<S>> {
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
    return schema.parse(data);
  }
  return {
    read: (path, schema) => call(path, schema, {}),
    write: (path, schema, key, body) =>
      call(path, schema, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      }),
  };
}
