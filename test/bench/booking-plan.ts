/** What a booking needs at least: the requests of the page, the calls to the service in each, and the commits. */
import { book } from '../support/book.ts';
import { startFullApiServer } from '../support/full-api-server.ts';
import { isListRead } from '../support/recording-proxy.ts';

/** The commits of a whole booking (test/core/jobs/statements.test.ts). */
const commits = 17;

export interface PlannedCall {
  method: string;
  /** Its own for each call. */
  path: string;
  body: string;
  answer: string;
}

export interface PlannedRequest {
  /** The body that the page sends; null without a body. */
  sent: unknown;
  calls: PlannedCall[];
  commits: number;
  /** The body of the response. */
  answer: string;
}

export interface BookingPlan {
  requests: PlannedRequest[];
}

/** Records one booking against the sandbox. */
export async function recordBooking(): Promise<BookingPlan> {
  const service = await startFullApiServer();
  try {
    const requests: Omit<PlannedRequest, 'commits'>[] = [];
    const customer = service.customer('recorded');
    await customer.signIn();
    const call = customer.call.bind(customer);
    customer.call = async (method, path, body, headers) => {
      const from = service.wire.requests.length;
      const reply = await call<never>(method, path, body, headers);
      const calls = service.wire.requests
        .slice(from)
        .filter((request) => !isListRead(request))
        .map(({ method, body, answer }, n) => ({ method, path: `/${requests.length}/${n}`, body, answer }));
      requests.push({ sent: body ?? null, calls, answer: JSON.stringify(reply.body) });
      return reply;
    };
    const fault = await book(customer);
    if (fault !== null) throw new Error(fault);
    return { requests: requests.map((request, n) => ({ ...request, commits: share(n, requests.length) })) };
  } finally {
    await service.stop();
  }
}

/** Spreads the commits evenly. */
const share = (n: number, requests: number) =>
  Math.floor(((n + 1) * commits) / requests) - Math.floor((n * commits) / requests);
