/** What the steps of a booking hand on. */
import type { TestType } from './shapes.ts';

/** The ids of an offering, as an order names them. */
export interface Pair {
  catalog_id: string;
  offering_id: string;
  product_id: string;
  test_id: string;
}

/** A customer who consented. */
export interface Ready {
  testType: TestType;
  pair: Pair;
  identityId: string;
  /** The fields that a prescreen and an order share. */
  identifiers: Record<string, unknown>;
}

/** An order and its appointment. */
export interface Ordered extends Ready {
  orderId: string;
  id: string;
  /** The path of the appointment. */
  path: string;
}
