/** Whole bookings, spread over several servers. */
import { book } from '../support/book.ts';
import { Customer } from '../support/customer.ts';
import type { Book } from './earlier-version.ts';
import { origin, type Partner } from './partner.ts';

const atOnce = 4;
let customers = 0;

/**
 * Each booking goes to the next server: what else the machine does costs each the same.
 * @param count for each server
 * @param books how to book at the server of an address. @default as customers of this version do
 */
export async function bookInTurns(
  partners: readonly Pick<Partner, 'url'>[],
  count: number,
  books: ReadonlyMap<string, Book> = new Map(),
): Promise<void> {
  let begun = 0;
  const bookOneByOne = async () => {
    while (begun < count * partners.length) {
      const { url } = partners[begun++ % partners.length] as Partner;
      customers += 1;
      const bookHere = books.get(url) ?? ((at, subject) => book(new Customer(at, origin, subject)));
      const fault = await bookHere(url, `user-${customers}`);
      if (fault !== null) throw new Error(fault);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, bookOneByOne));
}
