/** A fake of the partner's appointment routes inside the page. It records requests, and a test sets their responses. */
import type { AppointmentsView, AppointmentView } from '../../server/contract/appointments-api.ts';
import { dates, results, viewOfResults, worded } from './gallery/appointments.ts';
import { signed } from './gallery/legal.ts';
import { terms } from './gallery/states.ts';

export interface Call {
  method: string;
  path: string;
  body: unknown;
}

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

export const problem = (status: number, code: string, title = `Refused: ${code}`) =>
  json({ type: 'about:blank', status, code, title }, status);

export class AppointmentsServer {
  readonly base = 'https://partner.test/api';
  readonly calls: Call[] = [];
  appointments: AppointmentView[];
  partner: Omit<AppointmentsView, 'appointments'> = {
    terms,
    has_unreadable: false,
    booking_url: 'https://clinic.example/book',
    current_booking: null,
  };
  /** The response to "METHOD /action" instead of the usual one; the key has no id. */
  readonly answers = new Map<string, (call: Call) => Response | Promise<Response>>();
  readonly #fetch = globalThis.fetch;
  #live: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(appointments: AppointmentView[]) {
    this.appointments = appointments;
    this.partner.current_booking = appointments[0]?.appointment_id ?? null;
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      return request.url.startsWith(this.base) ? this.#answer(request) : this.#fetch(input, init);
    };
  }

  stop(): void {
    globalThis.fetch = this.#fetch;
  }

  made(to: string): Call[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}`.endsWith(to));
  }

  /** Sends an event on the live stream. */
  tell(event: 'change' | 'reread', data: object = {}): void {
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    this.#live?.enqueue(new TextEncoder().encode(text));
  }

  /** Replaces the stored view of an appointment. */
  becomes(next: AppointmentView): Response {
    this.appointments = this.appointments.map((one) =>
      one.appointment_id === next.appointment_id ? next : one,
    );
    return json(next);
  }

  async #answer(request: Request): Promise<Response> {
    const path = request.url.slice(this.base.length);
    if (path === '/token')
      return json({
        access_token: 'widget',
        issued_token_type: 'x',
        token_type: 'DPoP',
        expires_in: 300,
        subject_key: new URLSearchParams(await request.text()).get('subject_token'),
      });
    if (path === '/live') return this.#follow();
    const text = await request.text();
    const { method } = request;
    const call = { method, path, body: text === '' ? null : (JSON.parse(text) as unknown) };
    this.calls.push(call);
    const [, , id, action] = path.split('/');
    const scripted = this.answers.get(`${method} /${action ?? (id ? 'one' : '')}`);
    if (scripted) return scripted(call);
    if (id === undefined) return json({ appointments: this.appointments, ...this.partner });
    if (action === 'availability') return json({ dates });
    if (action === 'results') return json(worded(viewOfResults(results)));
    if (action === 'consents') return json(signed);
    if (action?.endsWith('-form')) return new Response(new Blob(['%PDF-1.7'], { type: 'application/pdf' }));
    const found = this.appointments.find((one) => one.appointment_id === id);
    return found ? json(found) : problem(404, 'appointment_not_found');
  }

  #follow(): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (live) => {
        this.#live = live;
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }
}
