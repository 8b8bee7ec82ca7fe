/** Controls the sandbox as a test needs it. */
export interface SandboxKey {
  api_key: string;
  prefix: string;
  flow: string;
  customer_consent_mode: string;
  physician_order_mode: string;
}

/** A request in the sandbox's journal. */
export interface JournalEntry {
  method: string;
  path: string;
  api_key_prefix: string | null;
  idempotency_key: string | null;
  body_sha256: string | null;
  status: number | null;
}

/** The client of the sandbox's control plane. */
export class Sandbox {
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}/sandbox${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`the sandbox answered ${response.status} to ${method} ${path}: ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  async permanentKey(consent = 'service_consent_api', physician = 'service_service'): Promise<SandboxKey> {
    const { keys } = await this.#call<{ keys: SandboxKey[] }>('GET', '/keys');
    const found = keys.find(
      (key) =>
        key.flow === 'full_api' &&
        key.customer_consent_mode === consent &&
        key.physician_order_mode === physician,
    );
    if (!found) throw new Error('the sandbox has no such standing key');
    return found;
  }

  /** Makes a key. @param provisioned in place of what is usual: of the full API, consent and physicians of the service */
  makeKey = (provisioned: object) =>
    this.#call<SandboxKey>('POST', '/keys', {
      flow: 'full_api',
      customer_consent_mode: 'service_consent_api',
      physician_order_mode: 'service_service',
      ...provisioned,
    });
  changeKey = (prefix: string, body: object) => this.#call<SandboxKey>('PATCH', `/keys/${prefix}`, body);
  fault = (method: string, path: string, effect: object, more: object = {}) =>
    this.#call<{ id: string }>('POST', '/faults', { method, path, effect, ...more });
  clearFaults = () => this.#call('DELETE', '/faults');
  settings = (body: object) => this.#call('PATCH', '/settings', body);
  advance = (seconds: number) => this.#call('POST', '/clock', { advance_seconds: seconds });
  /** All appointments, newest first. */
  appointments = async () =>
    (await this.#call<{ appointments: { appointment_id: string }[] }>('GET', '/appointments')).appointments;
  publish = (kind: string, testType: string) =>
    this.#call('POST', '/templates', { kind, test_type: testType });
  /** Another customer takes a time of the calendar that was read last. */
  takeTime = async (time: string) => {
    const isCalendar = ({ method, path }: JournalEntry) => method === 'GET' && path.endsWith('/schedule');
    const offeringId = (await this.requests()).findLast(isCalendar)?.path.split('/').at(-2);
    await this.#call('POST', '/slots/take', { offering_id: offeringId, available_time: time });
  };
  /** Does what the location does to an appointment. */
  transition = (appointmentId: string, body: { to: string; [field: string]: unknown }) =>
    this.#call('POST', `/appointments/${appointmentId}/transition`, body);
  ledger = () => this.#call<Record<string, number>>('GET', '/ledger');
  deliveries = async () =>
    (
      await this.#call<{ deliveries: { event_id: string; status: number | null; outcome: string }[] }>(
        'GET',
        '/webhook-deliveries',
      )
    ).deliveries;
  requests = async () => (await this.#call<{ requests: JournalEntry[] }>('GET', '/requests')).requests;
}
