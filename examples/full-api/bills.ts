/** The clinic's bills: one for each journey. Replace it with your own billing. */
import { randomBytes } from 'node:crypto';
import type { PaymentRequest } from '../../server/partner/hooks.ts';

/** A bill for one journey. */
export interface Bill {
  number: string;
  journeyId: string;
  /** The patient who may see and pay it. */
  subject: string;
  /** In decimal units of `currency`. */
  amount: number;
  currency: string;
  description: string;
  /** The page to which the patient returns after the payment. */
  returnUrl: string;
  /** The same page, for a patient who returns without paying. */
  cancelUrl: string;
  /** Null while due. */
  reference: string | null;
}

/** Creates the clinic's bills, in memory. */
export function createBills() {
  const bills = new Map<string, Bill>();
  const find = (number: string) => bills.get(number);
  return {
    find,
    /** Creates or updates the bill of a journey. A paid bill is never changed. */
    present(request: PaymentRequest): Bill {
      const known = [...bills.values()].find((bill) => bill.journeyId === request.journeyId);
      if (known?.reference) return known;
      const number = known?.number ?? `HS-${randomBytes(4).toString('hex').toUpperCase()}`;
      const bill = { ...request, number, reference: null };
      bills.set(number, bill);
      return bill;
    },
    pay(bill: Bill): Bill {
      const paid = {
        ...bill,
        reference: bill.reference ?? `pay_${randomBytes(12).toString('hex')}`,
      };
      bills.set(bill.number, paid);
      return paid;
    },
  };
}
/** The clinic's bills, as {@link createBills} creates them. */
export type Bills = ReturnType<typeof createBills>;

/**
 * Formats an amount of a bill, such as "$189.50".
 * @param amount in decimal units of `currency`
 */
export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amount);
}
