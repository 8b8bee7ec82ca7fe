/**
 * The price and the next free time of offerings, for the list of places. They are read only for the places that a
 * customer looks at, a few at a time, and kept for minutes (DISC-25, DISC-30, DISC-44).
 */
import { LRUCache } from 'lru-cache';
import type { OfferingPreview, Price } from '../../contract/journey-api/views.ts';
import { UnreadableResponse, UpstreamError } from '../../core/errors.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import type { JourneyReads } from '../../upstream/full-api-reads.ts';
import type { Product } from '../../upstream/offerings/responses.ts';
import { readAvailability } from '../appointments/availability.ts';

type Pair = Pick<{ catalog_id: string; offering_id: string }, 'catalog_id' | 'offering_id'>;

/** Reads the previews of offerings. Never rejects for an error of the service: what could not be read is unknown. */
export type ReadPreviews = (pairs: readonly Pair[]) => Promise<OfferingPreview[]>;

interface PreviewsDeps {
  reads: Pick<JourneyReads, 'product' | 'schedule'>;
  assumptions: Assumptions;
}

const mostKept = 2000;
const keptMs = 3 * 60_000;
/** A calendar that did not respond is asked again soon, and not at each look. */
const unknownKeptMs = 20_000;
/** How many offerings of all customers are read at a time, so that bookings never wait behind lists. */
const atATime = 4;

/** Creates the read. All customers of one server share what it keeps. */
export function createPreviews(deps: PreviewsDeps): ReadPreviews {
  const kept = new LRUCache<string, Promise<OfferingPreview>>({ max: mostKept, ttl: keptMs });
  const inTurn = createTurns(atATime);

  function read(pair: Pair): Promise<OfferingPreview> {
    const key = `${pair.catalog_id} ${pair.offering_id}`;
    const known = kept.get(key);
    if (known) return known;
    const reading = inTurn(() => readPreview(pair, deps));
    kept.set(key, reading);
    reading.then(
      ({ price, availability }) => {
        if (price === null || availability === 'unknown') kept.set(key, reading, { ttl: unknownKeptMs });
      },
      // The request that asked gets the error; the next one asks again.
      () => kept.delete(key),
    );
    return reading;
  }
  return (pairs) => Promise.all(pairs.map(read));
}

async function readPreview(
  { catalog_id, offering_id }: Pair,
  { reads, assumptions }: PreviewsDeps,
): Promise<OfferingPreview> {
  const unknown = { offering_id, availability: 'unknown', next_time: null } as const;
  let price: Price | null = null;
  try {
    price = shownPrice((await reads.product(catalog_id, offering_id)).product, assumptions);
    const dates = await readAvailability(() => reads.schedule(catalog_id, offering_id));
    if (dates === null) return { ...unknown, price };
    const [next = null] = dates.flatMap(({ times }) => times);
    return { offering_id, price, availability: next === null ? 'none' : 'open', next_time: next };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { ...unknown, price };
  }
}

/** @returns runs a read when fewer than `most` others run, in the order of the calls */
function createTurns(most: number): <T>(read: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (read) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await read();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Reads the price that a customer is shown and asked to pay, under the entries `product.priceField` and
 * `product.amountUnit`: in its own currency, and the same once it was shown (GAP-11, DISC-30).
 * @returns the amount in decimal units of its currency
 * @throws UnreadableResponse if the product has no such price
 */
export function shownPrice(product: Product, { values }: Assumptions): Price {
  const amount = product[values.product.priceField];
  // The read of the product needs it already.
  if (amount === null) throw new UnreadableResponse();
  const { currency } = product;
  return { amount: values.product.amountUnit === 'minor' ? amount / minorUnits(currency) : amount, currency };
}

/** How many of its smallest units a currency has: 100 for USD and for a text that is no code, 1 for JPY. */
function minorUnits(currency: string): number {
  if (!/^[a-z]{3}$/i.test(currency)) return 100;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return 10 ** maximumFractionDigits;
}
