/**
 * Ids of journeys. A page begins a journey under the id of its look, which is not stored. So the id itself shows that
 * this server made it for this customer a short time ago. Without that, a customer could begin a journey under the id of
 * an erased one, which the partner's payments and the keys of writes still know.
 */
import { randomBytes } from 'node:crypto';
import { uuidOf } from '../../core/uuid-of.ts';

/** The ids of journeys. */
export interface JourneyIds {
  /** Makes the id of a new journey. */
  create(customerId: string): string;
  /** Whether `create` made this id for this customer in the last 24 hours. */
  canBegin(id: string, customerId: string): boolean;
}

const lastsMs = 24 * 3_600_000;

/**
 * @param deps.journeyTag authenticates a text with the server's key, in base64url
 * @param deps.now milliseconds since the epoch
 */
export function createJourneyIds(deps: {
  journeyTag: (text: string) => string;
  now: () => number;
}): JourneyIds {
  /** @param start 16 hexadecimal digits: a time, and 4 random ones of which 3 stay */
  function idOf(start: string, customerId: string): string {
    const tag = Buffer.from(
      deps.journeyTag(`${start.slice(0, 12)} ${start.slice(13)} ${customerId}`),
      'base64url',
    );
    return uuidOf(start + tag.toString('hex').slice(0, 16));
  }

  return {
    create: (customerId) =>
      idOf(deps.now().toString(16).padStart(12, '0') + randomBytes(2).toString('hex'), customerId),
    canBegin(id, customerId) {
      const start = id.replaceAll('-', '').slice(0, 16);
      const ageMs = deps.now() - Number.parseInt(start.slice(0, 12), 16);
      return idOf(start, customerId) === id && ageMs < lastsMs;
    },
  };
}
