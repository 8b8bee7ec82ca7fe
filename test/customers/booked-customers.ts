/** A server with two customers who booked, each with texts of their own that occur nowhere else. */

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { webhooksRegister } from '../../server/cli/webhooks-register.ts';
import { readConfig } from '../../server/config/config.ts';
import { createEncryption } from '../../server/store/encryption.ts';
import { openStore } from '../../server/store/store.ts';
import { answerStep, at, choosePlace, pickTimes, profile } from '../support/booking.ts';
import { eventReceiver } from '../support/event-receiver.ts';
import { startFullApiServer } from '../support/full-api-server.ts';
import { newDatabase } from '../support/new-database.ts';
import { eventually } from '../support/outbox-harness.ts';
import type { StoreKind } from '../support/test-stores.ts';
import { newMigratedDatabase } from '../support/test-stores.ts';

/** A customer who booked, and the texts that belong to nobody else. */
export interface Booked {
  /** The id in the database. */
  subject: string;
  /** Texts that are encrypted in the database. */
  answers: string[];
  journeyId: string;
  orderId: string;
  appointmentId: string;
}

/** Starts a server whose data keys are in a database of their own, and books for two customers. */
export async function bookedCustomers(kind: StoreKind, { separateKeys = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'dx-customers-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const receiver = await eventReceiver();
  receiver.closeAfterTest();
  const keys: Record<string, string> =
    kind === 'sqlite'
      ? { KEYS_SQLITE_FILE: join(folder, 'keys.sqlite') }
      : { KEYS_DATABASE_URL: await newDatabase(inject('postgresUrl')) };
  let aheadMs = 0;
  const service = await startFullApiServer({
    databaseUrl: kind === 'postgres' ? await newMigratedDatabase() : undefined,
    env: {
      EVENTS_URL: receiver.url,
      EVENTS_SECRET: receiver.secret,
      ...(separateKeys ? keys : {}),
    },
    now: () => Date.now() + aheadMs,
  });
  onTestFinished(() => service.stop());
  await webhooksRegister(service.env, [], () => {});
  const config = readConfig(service.env);
  const store = await openStore(config);
  onTestFinished(() => store.close());

  async function book(name: string): Promise<Booked> {
    const canary = `canary${randomUUID().slice(0, 8)}`;
    const customer = service.customer(name);
    let view = await choosePlace(customer, 'CALST', name === 'ada' ? 0 : 1);
    view = await customer.answer('times', pickTimes(view));
    const person = {
      ...profile,
      first_name: `First${canary}`,
      last_name: `Last${canary}`,
      email: `${canary}@patient.example`,
      address: { ...profile.address, address_line_1: `18 ${canary} Street` },
    };
    view = await customer.answer('identity', person);
    while (view.shows.step !== 'sent') view = await answerStep(customer, view);
    const { appointment_id: appointmentId } = at(view, 'sent');
    const { order_id: orderId } = await store.db
      .selectFrom('appointments')
      .select('order_id')
      .where('appointment_id', '=', appointmentId)
      .executeTakeFirstOrThrow();
    const { journey_id: journeyId } = view;
    // The service has sent its event, and the partner's backend has received ours.
    await eventually(async () => {
      const known = await store.db
        .selectFrom('webhook_events')
        .select('id')
        .where('ref', '=', appointmentId)
        .execute();
      return known.length > 0 && receiver.of(`user-${name}`).length > 0;
    });
    // The next booking has begun, and has a draft.
    await customer.open({ start_over: true });
    const { status } = await customer.call('PUT', `/journeys/${customer.view?.journey_id}/drafts/identity`, {
      first_name: `First${canary}`,
    });
    if (status >= 300) throw new Error(`the draft was answered ${status}`);
    return { subject: `user-${name}`, answers: [canary], journeyId, orderId, appointmentId };
  }

  const ada = await book('ada');
  const bo = await book('bo');
  await eventually(async () => {
    const due = await store.db.selectFrom('events').select('id').where('state', '=', 'due').execute();
    return due.length === 0;
  });
  return {
    service,
    store,
    config,
    folder,
    receiver,
    encryption: createEncryption(config.storeKeys, store.separateKeys),
    ada,
    bo,
    /** Moves the server's clock. */
    advance: (ms: number) => {
      aheadMs += ms;
    },
  };
}
