/**
 * A sandbox over real HTTP: its control plane, and a partner that sends requests to `/v1` with a key. Each exchange is
 * checked against the OpenAPI document.
 */
import { nobody } from '../../server/operate/conformance/booking.ts';
import { type Answer, type Client, call, createClient } from '../../server/operate/conformance/client.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { checkExchange } from './exchange-check.ts';

/** A response of the control plane. */
export interface ControlResponse<T = unknown> {
  status: number;
  json: T;
}

export type Partner = Client;

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

export const partnerOf = (url: string, apiKey: string): Partner =>
  createClient({ base: url, apiKey, run: '', memo: new Map(), pause: null, record: () => {} });

export { type Answer, call, nobody };
