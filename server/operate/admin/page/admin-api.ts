/** Requests to the admin API with the operator's key, which is only in the memory of this page. */
import type { OperatorAction } from '../../../contract/admin-api/operator-roles.ts';
import type {
  ActionResult,
  CustomerView,
  EraseResult,
  InstallationView,
  OperatorView,
  SupportRecords,
  WaitingWork,
} from '../../../contract/admin-api/views.ts';

/** A request failed; the message is one sentence for the operator. */
export class RequestFailed extends Error {
  /** Whether the key is no longer accepted. */
  readonly isSignedOut: boolean;

  constructor(message: string, isSignedOut = false) {
    super(message);
    this.isSignedOut = isSignedOut;
  }
}

interface Problem {
  title?: string;
  code?: string;
  fields?: { message: string }[];
}

const sentences: Record<string, string> = {
  operator_key_invalid: 'This key is not valid. Check that you copied all of it.',
  nothing_found: 'Nothing is stored under this reference. Check each character.',
  operator_not_allowed: 'Your role does not allow this. Ask an administrator.',
};

/** @returns when the request can be sent again; null if it is not limited */
function waitText({ status, headers }: Response): string | null {
  if (status !== 429) return null;
  const minutes = Math.ceil(Number(headers.get('retry-after')) / 60);
  return `Too many requests. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

/** The admin API for one operator. Each method rejects with RequestFailed if its request fails. */
export class AdminApi {
  readonly #key: string;
  #operator: OperatorView = { name: '', role: 'support', actions: [] };

  private constructor(key: string) {
    this.#key = key;
  }

  /** @param key the operator's key @throws RequestFailed if it is not valid */
  static async signIn(key: string): Promise<AdminApi> {
    const api = new AdminApi(key);
    api.#operator = await api.#send<OperatorView>('GET', '/operator');
    return api;
  }

  /** The operator's name and role, and what the role may do. */
  get operator(): OperatorView {
    return this.#operator;
  }

  /** Whether the operator's role may do this. */
  may = (action: OperatorAction): boolean => this.#operator.actions.includes(action);
  installation = () => this.#send<InstallationView>('GET', '/installation');
  waiting = () => this.#send<WaitingWork>('POST', '/support/list', {});
  retryParked = () => this.#send<ActionResult>('POST', '/support/retry-parked', {});
  lookup = (reference: string) =>
    this.#send<SupportRecords>('POST', '/support/lookup', { reference, notes: true });
  retry = (reference: string) => this.#send<ActionResult>('POST', '/support/retry', { reference });
  release = (reference: string) => this.#send<ActionResult>('POST', '/support/release', { reference });
  note = (reference: string, text: string) => this.#send('POST', '/support/note', { reference, text });
  show = (subject: string) => this.#send<CustomerView>('POST', '/customers/show', { subject });
  exportCustomer = (subject: string) => this.#send<object>('POST', '/customers/export', { subject });
  erase = (subject: string, confirm: string, evenUnderWay: boolean) =>
    this.#send<EraseResult>('POST', '/customers/erase', { subject, confirm, even_under_way: evenUnderWay });

  /** @throws RequestFailed */
  async #send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      cache: 'no-store',
    }).catch(() => {
      throw new RequestFailed('The server does not respond. Check your connection, then try again.');
    });
    const json: unknown = await response.json().catch(() => ({}));
    if (response.ok) return json as T;
    const { title, code = '', fields = [] } = json as Problem;
    const sentence =
      waitText(response) ?? fields[0]?.message ?? sentences[code] ?? title ?? 'The server could not do this.';
    throw new RequestFailed(sentence, response.status === 401);
  }
}
