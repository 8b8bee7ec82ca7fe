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

/**
 * Creates the client. A request ends after 10 seconds without a response; an error response throws Error.
 * @param settings.serviceUrl the base address of the service, without a trailing slash
 * @param settings.apiKey the co-branded key, which stays in the backend
 */
export function createServiceClient(settings: { serviceUrl: string; apiKey: string }): ServiceClient {
  async function call<S extends z.ZodType>(path: string, schema: S, init: RequestInit): Promise<z.output<S>> {
    const response = await fetch(settings.serviceUrl + path, {
      ...init,
      headers: { ...init.headers, 'x-api-key': settings.apiKey },
      // A redirect could send the API key to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
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
