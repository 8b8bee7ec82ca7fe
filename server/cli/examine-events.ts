/** Checks the receivers of events: whether each address responds, and refuses a request with a wrong signature. */
import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import { standardWebhookHeaders } from '../standard-webhooks.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const timeoutMs = 10_000;

/** Sends each receiver an event that it must refuse. @param urls EVENTS_URL. @returns one finding for each address */
export const examineEvents = (urls: readonly string[]): Promise<Finding[]> => Promise.all(urls.map(reach));

/** Sends a request that no right receiver accepts: under a random key, and with a timestamp of 1970. */
async function reach(url: string): Promise<Finding> {
  // A path or a query may hold a secret of the receiver.
  const { origin } = new URL(url);
  const id = 'evt_doctor';
  const body = JSON.stringify({ id, type: 'doctor.check', timestamp: new Date(0).toISOString(), data: {} });
  try {
    const response = await request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...standardWebhookHeaders({ id, body }, [randomBytes(32)], 0),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body.dump();
    return findingOf(origin, response.statusCode);
  } catch {
    return fault(
      `EVENTS_URL at ${origin} does not respond: events wait, and are parked after about three days.`,
    );
  }
}

function findingOf(origin: string, status: number): Finding {
  const at = `EVENTS_URL at ${origin}`;
  if (status >= 200 && status < 300)
    return warning(
      `${at} accepts an event with a wrong signature: verify each signature with EVENTS_SECRET (server/events.md).`,
    );
  if (status === 404 || status === 405)
    return fault(`${at} responds with ${status}: its path does not accept POST requests.`);
  if (status >= 300 && status < 400)
    return fault(
      `${at} responds with a redirect (${status}), and the server follows none: set its final address.`,
    );
  if (status >= 500) return fault(`${at} responds with ${status}: it cannot receive events.`);
  return ok(`${at} responds, and refuses an event with a wrong signature.`);
}
