/** What every response must be: in the envelope, and in the shape of its endpoint. */
import { z } from 'zod';
import { brief, type Exchange } from './client.ts';
import { endpoints } from './endpoints.ts';

const routes = [...endpoints.keys()].map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** @returns the endpoint of the specification that a request is for, such as `GET /v1/appointments/{id}`; null if none */
export function endpointOf({ method, path }: Pick<Exchange, 'method' | 'path'>): string | null {
  return routes.find(({ pattern }) => pattern.test(`${method} ${path}`))?.endpoint ?? null;
}

const failure = z.strictObject({
  code: z.int(),
  data: z.null(),
  error: z.strictObject({
    details: z.union([z.looseObject({}), z.array(z.unknown()), z.null()]),
    message: z.string().min(1),
    path: z.string(),
    request_id: z.string().min(1),
    timestamp: z.iso.datetime(),
  }),
});
const success = z.strictObject({ code: z.int(), data: z.looseObject({}).nullable(), error: z.null() });
const inProgress = z.object({
  status: z.literal('in_progress'),
  code: z.literal('IDEMPOTENCY_IN_PROGRESS'),
  retry_after_seconds: z.int(),
});

/** @returns how the response differs from the specification, a sentence each */
export function breachesOf(exchange: Exchange): string[] {
  const { method, path, answer } = exchange;
  const endpoint = endpointOf(exchange);
  const shape = endpoint === null ? undefined : endpoints.get(endpoint);
  const isBare = answer.status === 304 || (shape === null && answer.status === 200);
  if (isBare) return [];
  const { json, status } = answer;
  const found = faultsOf(status < 400 ? success : failure, json);
  if (found.length === 0 && (json as { code: number }).code !== status) found.push(`code is not ${status}`);
  const { code } = (answer.data ?? {}) as { code?: unknown };
  if (status < 400 && shape)
    found.push(...faultsOf(code === 'IDEMPOTENCY_IN_PROGRESS' ? inProgress : shape, answer.data));
  return found.map((fault) => `${endpoint ?? `${method} ${path}`} ${brief(answer)}: ${fault}`);
}

/** @returns how a value differs from a shape, a sentence each */
export function faultsOf(shape: z.ZodType, value: unknown): string[] {
  const { error } = shape.safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`.trim());
}
