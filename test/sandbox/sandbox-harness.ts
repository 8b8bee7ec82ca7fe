/**
 * A sandbox over real HTTP: its control plane, and a partner that sends requests to `/v1` with a key. Each exchange is
 * checked against the OpenAPI document.
 */
import type { ErrorBody } from '../../server/contract/upstream-api/envelope.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { checkExchange } from './exchange-check.ts';

/** A response of `/v1`, with its data as the test expects it. */
export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  /** The whole body, parsed; undefined without one. */
  json: unknown;
  data: T;
  error: ErrorBody;
  /** `error.details.code` */
  code: unknown;
}

/** A response of the control plane. */
export interface ControlResponse<T = unknown> {
  status: number;
  json: T;
}

export interface Partner {
  apiKey: string;
  prefix: string;
  get<T>(path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  /** With a fresh Idempotency-Key, another one, or none (null). */
  post<T>(path: string, body?: unknown, idempotencyKey?: string | null): Promise<Answer<T>>;
}

export interface Provisioned {
  flow?: string;
  customer_consent_mode?: string;
  physician_order_mode?: string;
  scopes?: string[];
  status?: string;
}

export interface Harness {
  url: string;
  control<T>(method: string, path: string, body?: unknown): Promise<ControlResponse<T>>;
  partner(provisioned?: Provisioned): Promise<Partner>;
  close(): Promise<void>;
}

export async function openHarness(options: { dataFolder?: string } = {}): Promise<Harness> {
  const { url, close } = await startSandbox({ onExchange: checkExchange, ...options });
  return harnessAt(url, close);
}

/** A sandbox that is already running. */
export function harnessAt(url: string, close: () => Promise<void>): Harness {
  const control = async <T>(method: string, path: string, body?: unknown) => {
    const { status, json } = await call(`${url}/sandbox${path}`, method, {}, body);
    return { status, json: json as T };
  };
  return {
    url,
    close,
    control,
    async partner(provisioned = {}) {
      const { json } = await control<{ api_key: string }>('POST', '/keys', {
        flow: 'full_api',
        customer_consent_mode: 'service_consent_api',
        physician_order_mode: 'service_service',
        ...provisioned,
      });
      return partnerOf(url, json.api_key);
    },
  };
}

let keysUsed = 0;

export function partnerOf(url: string, apiKey: string): Partner {
  return {
    apiKey,
    prefix: apiKey.split('.')[0] ?? '',
    get: (path, headers = {}) => call(url + path, 'GET', { 'x-api-key': apiKey, ...headers }),
    post(path, body, idempotencyKey = `key-${++keysUsed}`) {
      const key: Record<string, string> =
        idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey };
      return call(url + path, 'POST', { 'x-api-key': apiKey, ...key }, body);
    },
  };
}

export async function call<T>(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answer<T>> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = text === '' ? undefined : JSON.parse(text);
  const { data, error } = json ?? {};
  return {
    status: response.status,
    headers: response.headers,
    json,
    data,
    error,
    code: error?.details?.code,
  };
}

/** A valid id that no record has. */
export const nobody = '00000000-0000-4000-8000-000000000000';
