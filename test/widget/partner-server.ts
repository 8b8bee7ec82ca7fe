/**
 * A fake of the partner's server inside the page, for tests of the page's own life cycle: it records requests,
 * can be told to fail, and moves a journey through places and times. Everything else is tested against the real one.
 */
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView, OfferingPreview } from '../../server/contract/journey-api/views.ts';
import { platform } from '../../widget/session/platform.ts';

export interface Call {
  method: string;
  /** With the step that the body names: `/journeys/journey-1 place`. */
  path: string;
  /** The answer or the draft, where the body names a step. */
  body: unknown;
  /** What an answer was sent with, and the draft itself. */
  draft: unknown;
  /** What the page asked for, where it says so with a request about a look. */
  opening: unknown;
  headers: Headers;
  keepalive: boolean;
}
type Reply = Response | Promise<Response>;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

export const problem = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
  more: object = {},
) => json({ type: 'about:blank', status, code, title: `Refused: ${code}`, ...more }, status, headers);

/** The text of a body, without a wait; '' for a file. */
const textOf = (body: unknown): string =>
  typeof body === 'string' || body instanceof URLSearchParams ? String(body) : '';

export class PartnerServer {
  readonly base = 'https://partner.test/api';
  readonly calls: Call[] = [];
  view: JourneyView = viewAt('place', 1);
  /** Responses that are used first, each once, for requests whose "METHOD path" starts with the key. */
  readonly next: { to: string; reply: (call: Call) => Reply }[] = [];
  tokens = 0;
  subjects: string[] = [];
  /** The user of a user token. */
  keyOf = (subjectToken: string): string => subjectToken;
  /** What the server says of offerings. @default nothing */
  previews: (offerings: string[]) => OfferingPreview[] = () => [];
  delayMs = 0;
  /** How long the widget waited before it repeated requests, in milliseconds each. No time passes. */
  readonly waits: number[] = [];
  readonly #fetch = globalThis.fetch;
  readonly #pause = platform.pause;

  start(): this {
    platform.pause = async (ms) => void this.waits.push(ms);
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      if (!request.url.startsWith(this.base)) return this.#fetch(input, init);
      const text = textOf(init?.body);
      return request.signal.aborted ? Promise.reject(request.signal.reason) : this.#answer(request, text);
    };
    return this;
  }

  stop(): void {
    globalThis.fetch = this.#fetch;
    platform.pause = this.#pause;
  }

  made(to: string): Call[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}`.startsWith(to));
  }

  once(to: string, reply: (call: Call) => Reply): void {
    this.next.push({ to, reply });
  }

  /** Replies so to a request and to each repetition of it. */
  toAllTries(to: string, reply: (call: Call) => Reply): void {
    for (let tries = 0; tries < 4; tries++) this.once(to, reply);
  }

  /** Moves the journey to its next step, as the real server does after an answer. */
  advance(step: StepName): JourneyView {
    this.view = viewAt(step, this.view.revision + 1);
    return this.view;
  }

  /** Records a request as it arrives, and responds to it. */
  async #answer(request: Request, text: string): Promise<Response> {
    const url = request.url.slice(this.base.length);
    const isForm = url === '/token' || url === '/first-view';
    const sent = isForm ? Object.fromEntries(new URLSearchParams(text)) : text && JSON.parse(text);
    const ofStep = /^\/journeys\/[^/]+$/.test(url) && sent !== '';
    const [path, body] = ofStep ? [`${url} ${sent.step}`, sent.answer ?? sent.draft] : [url, sent];
    const { method, headers, keepalive } = request;
    const call = { method, path, body, draft: sent.draft, opening: sent.opening, headers, keepalive };
    this.calls.push(call);
    await new Promise((resolve, reject) => {
      setTimeout(resolve, this.delayMs);
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
    const at = this.next.findIndex(({ to }) => `${method} ${path}`.startsWith(to));
    if (at >= 0) return this.next.splice(at, 1)[0]?.reply(call) ?? json({}, 500);
    if (path === '/live') return problem(404, 'not_found');
    if (url === '/token') return json(this.#token(sent));
    if (isForm) return json({ ...this.#token(sent), journey: this.view });
    if (method === 'PUT') return new Response(null, { status: 204 });
    if (path.endsWith('/previews')) return json({ previews: this.previews(body.offerings) });
    return json(this.view);
  }

  #token({ subject_token = '' }: Record<string, string>): object {
    this.subjects.push(subject_token);
    this.tokens += 1;
    const access_token = `widget-${this.tokens}`;
    const subject_key = this.keyOf(subject_token);
    return { access_token, issued_token_type: 'x', token_type: 'DPoP', expires_in: 300, subject_key };
  }
}

const named: StepName[] = ['place', 'product', 'times', 'identity', 'consent', 'review', 'sent'];

export function viewAt(step: StepName, revision: number, more: Partial<JourneyView> = {}): JourneyView {
  const at = named.indexOf(step);
  return {
    journey_id: 'journey-1',
    revision,
    is_stored: true,
    steps: named.map((name, index) => ({
      name,
      state: index < at ? 'done' : index === at ? 'current' : 'ahead',
      can_revisit: index < at,
    })),
    summary: { test: null, place: null, times: null, price: null, paid: false },
    notice: null,
    working: null,
    draft: null,
    can_start_over: true,
    previous: null,
    contact: { phone: null, email: null, url: null },
    shows: showsOf(step),
    ...more,
  };
}

const place = {
  address_line_1: '12 Example Way',
  address_line_2: null,
  city: 'Springfield',
  state: 'IL',
  postal_code: '62701',
  lat: null,
  lng: null,
  distance_miles: 2.4,
  starting_retail_price: 149,
  tests: [],
};

const terms = {
  refund_if_unconfirmed: null,
  refund_if_stopped: null,
  refund_if_clinic_cancels: null,
  cancellation: null,
  contact: { phone: null, email: null, url: null },
};

function showsOf(step: StepName): JourneyView['shows'] {
  const price = { amount: 149, currency: 'USD' };
  switch (step) {
    case 'product':
      return {
        step,
        test_type: 'DEXA',
        name: 'DEXA scan',
        description: 'A scan.',
        tags: [],
        price,
        additional_note: null,
        place,
      };
    case 'identity':
      return { step, profile: null, asks_body_measures: false };
    case 'review':
      return {
        step,
        name: 'Ada Example',
        email: 'ada@example.com',
        advises_emergency: false,
        additional_note: null,
        total: price,
        terms,
        payment: { state: 'begun', pay_url: 'https://partner.test/pay' },
      };
    case 'order':
      return { step };
    case 'sent':
      return {
        step,
        appointment_id: 'appointment-1',
        reference: 'order-1',
        status: 'requested',
        can_choose_times: false,
        requested: { primary: '2026-12-01T09:00:00-06:00', alternates: ['2026-12-02T09:00:00-06:00'] },
        timezone: null,
        scheduled_for: null,
        physician_review: false,
        physician_deadline_at: null,
        paid: price,
        canceled: null,
        confirmation: null,
        visit: { note: null, arrival: null, preparation: [], doctor_form: null },
        actions: ['consents'],
        email: 'ada@example.com',
        phone: '555 0100',
        messages: [],
        terms,
        appointments_url: null,
      };
    default:
      return { step: 'place', test_types: ['DEXA'], known_zip: null, search: null, results: null };
  }
}
