/**
 * Compares the writes of one booking for a fictional person, in test environments only (GAP-23..GAP-30, GAP-47, GAP-52,
 * GAP-53, GAP-94, GAP-108). Both flows share the steps up to the order.
 */
import { randomUUID } from 'node:crypto';
import { identity } from '../../../contract/upstream-api/identity.ts';
import { order } from '../../../contract/upstream-api/orders.ts';
import { cancelLeft, cancelOwn } from './cancel.ts';
import { type ConsentSource, giveConsent } from './consent.ts';
import { compareHandoff } from './handoff.ts';
import { body, home, person, phone } from './person.ts';
import { certifyPhysicianOrder } from './physician.ts';
import { certifyPrescreen } from './prescreen.ts';
import type { Bookable, ReadThrough } from './reads.ts';
import { certifyChanges, readAppointment, requestTimes } from './scheduling.ts';
import { runPart, type Walk, WalkEnded, write } from './walk.ts';
import { certifyWebhook } from './webhook.ts';

/** The person in an order and in a prescreen submission. */
const profile = { ...person, phone_number: phone, address: home, ...body };

/**
 * Books, compares each response and records what it could not try. Call it in test environments only. It cancels the
 * appointment also if a step fails, and first the bookings that an interrupted run left. Never rejects.
 * @param waitMs how long to wait for the location's confirmation, in milliseconds
 */
export async function certifyWrites(walk: Walk, found: ReadThrough, waitMs: number): Promise<void> {
  const { comparison } = walk;
  const { configuration, bookable, prescreened } = found;
  await cancelLeft(walk);
  await runPart(comparison, 'the booking', async () => {
    const customerId = await saveIdentity(walk);
    await certifyPrescreen(walk, configuration, prescreened, { id: customerId, profile });
    if (bookable) await certifyBooking(walk, { ...found, bookable }, customerId, waitMs);
    else comparison.skipped('an order', 'no offering was found');
  });
  await cancelLeft(walk);
  if (configuration) await certifyWebhook(walk, configuration);
}

async function certifyBooking(
  walk: Walk,
  { configuration, bookable }: ReadThrough & { bookable: Bookable },
  customerId: string,
  waitMs: number,
): Promise<void> {
  const consent = await giveConsent(walk, configuration, customerId, bookable.testType);
  if (!consent) return walk.comparison.skipped('an order', 'the consent mode is unknown');
  const { orderId, appointmentId } = await placeOrder(walk, bookable, customerId, consent);
  try {
    await readAppointment(walk, 'an appointment after its order', appointmentId, 'unscheduled');
    if (walk.flow === 'co_branded') return await compareHandoff(walk, orderId, bookable.times);
    await requestTimes(walk, appointmentId, bookable.times);
    await certifyPhysicianOrder(walk, configuration, appointmentId);
    await certifyChanges(walk, appointmentId, bookable.times, waitMs);
  } finally {
    await cancelOwn(walk, appointmentId);
  }
}

/** Sends the identity twice: the same key and bytes must give the same response (GAP-108). */
async function saveIdentity(walk: Walk): Promise<string> {
  const key = randomUUID();
  const given = { external_customer_id: `certify-${randomUUID()}`, ...person, phone, address: home };
  const first = identity.parse(await write(walk, 'an identity', 'identity.save', {}, given, key));
  const second = identity.parse(await write(walk, 'an identity sent again', 'identity.save', {}, given, key));
  if (first.customer_identity_id !== second.customer_identity_id)
    walk.comparison.differs('the idempotency of an identity', 'the same key created two identities');
  return first.customer_identity_id;
}

async function placeOrder(
  walk: Walk,
  bookable: Bookable,
  customerId: string,
  consent: ConsentSource,
): Promise<{ orderId: string; appointmentId: string }> {
  const placed = await write(
    walk,
    'an order',
    'order.place',
    {},
    {
      catalog_id: bookable.catalogId,
      offering_id: bookable.offeringId,
      product_id: bookable.product.id,
      test_id: bookable.product.test_id,
      customer_identity_id: customerId,
      customer: profile,
      ...consent,
      external_payment_reference: `certify-${randomUUID()}`,
    },
  );
  const { order_id: orderId, appointments } = order.parse(placed);
  const appointmentId = appointments[0]?.appointment_id;
  if (!appointmentId) throw new WalkEnded();
  return { orderId, appointmentId };
}
