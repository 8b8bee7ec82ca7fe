/** Whole bookings, spread over several servers. */
import { book } from '../support/book.ts';
import { Customer } from '../support/customer.ts';
import { origin, type Partner } from './partner.ts';

const atOnce = 4;
let customers = 0;

/**
 * Each booking goes to the next server: what else the machine does costs each the same.
 * @param count for each server
 */
export async function bookInTurns(partners: readonly Pick<Partner, 'url'>[], count: number): Promise<void> {
  let begun = 0;
  const bookOneByOne = async () => {
    while (begun < count * partners.length) {
      const { url } = partners[begun++ % partners.length] as Partner;
      customers += 1;
      const fault = await book(new Customer(url, origin, `user-${customers}`));
      if (fault !== null) throw new Error(fault);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, bookOneByOne));
}
