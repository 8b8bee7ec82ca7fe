/** The gym's own calls to the testing service, from its backend with its co-branded key: the routes that both flows share. */
import { z } from 'zod';

const envelope = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullable(),
  error: z.looseObject({ request_id: z.string() }).nullable(),
});

export interface ServiceCalls {
  read<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>;
  /** `key` stands for one act: whoever repeats the act sends the same key and the same body. */
  write<S extends z.ZodType>(path: string, schema: S, key: string, body: object): Promise<z.output<S>>;
}

export function createServiceCalls(settings: { serviceUrl: string; apiKey: string }): ServiceCalls {
  async function call<S extends z.ZodType>(path: string, schema: S, init: RequestInit): Promise<z.output<S>> {
    const response = await fetch(settings.serviceUrl + path, {
      ...init,
      headers: { ...init.headers, 'x-api-key': settings.apiKey },
      // The key goes to the service and nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    const { data, error } = envelope.parse(await response.json());
    if (!response.ok || error)
      throw new Error(`the service answered ${response.status} (${error?.request_id})`);
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
