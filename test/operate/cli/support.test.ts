/** Support finds a booking from what a customer reads out, and sees no health data. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { supportLookup } from '../../../server/operate/cli/support.ts';
import { book } from '../../support/booked-appointment.ts';
import { at, choosePlace, pickTimes, profile } from '../../support/booking.ts';
import { eventually } from '../../support/eventually.ts';
import { folderOfTest } from '../../support/folders.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newMigratedDatabase, storeKinds } from '../../support/test-stores.ts';

describe.each(storeKinds)('support lookup on %s', (kind) => {
  it('finds a booking by each of its references, and shows no answer of the customer', async () => {
    const databaseUrl = kind === 'postgres' ? await newMigratedDatabase() : undefined;
    const service = await serverOfTest({ databaseUrl });
    const look = async (reference: string, logFile?: string) => {
      const lines: string[] = [];
      await supportLookup(service.env, { reference, json: true, log: logFile }, (line) => lines.push(line));
      return JSON.parse(lines.join('\n'));
    };
    const booked = await book(service, 'ines');

    const bySubject = await look('user-ines');
    expect(bySubject).toMatchObject({
      subject: 'user-ines',
      found_by: 'user',
      journeys: [
        {
          state: 'finished',
          step: 'sent',
          appointment_id: booked.id,
          reference: expect.stringMatching(/^ORD-/),
        },
      ],
      appointments: [{ id: booked.id, flow: 'full_api' }],
    });
    const [journey] = bySubject.journeys;
    const write = bySubject.writes.find((each: { kind: string }) => each.kind === 'order.place');
    expect(write).toMatchObject({ state: 'settled', tries: 1, status: 201, owner_id: journey.id });
    for (const [reference, by, booking] of [
      [journey.reference, 'order', journey.id],
      [journey.id, 'record', journey.id],
      [booked.id, 'record', booked.id],
      [bySubject.appointments[0].order_id, 'order', booked.id],
      [write.id, 'record', journey.id],
    ])
      expect(await look(reference)).toEqual({ ...bySubject, found_by: by, booking_id: booking });
    // As a user reads it out.
    const short = booked.id.slice(0, 8);
    for (const [spoken, by, booking] of [
      [journey.reference.toLowerCase().replace('-', ' '), 'order', journey.id],
      [journey.reference.replace('-', ''), 'order', journey.id],
      [`${short.slice(0, 4)}-${short.slice(4)}`.toUpperCase(), 'record', booked.id],
      [`${short.slice(0, 4)} ${short.slice(4)}`, 'record', booked.id],
      [booked.id.toUpperCase().replaceAll('-', ''), 'record', booked.id],
      [` ${write.id.toUpperCase()}`, 'record', journey.id],
    ])
      expect([spoken, await look(spoken)]).toEqual([
        spoken,
        { ...bySubject, found_by: by, booking_id: booking },
      ]);
    for (const unknown of ['USER-INES', '-', '– –'])
      await expect(look(unknown)).rejects.toThrow('No booking has this reference.');
    // Two bookings with one short number: neither, rather than another user's.
    const store = await service.store();
    const row = await store.db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow();
    const twin = { ...row, appointment_id: `${short}-another`, customer_id: 'user-other' };
    await store.db.insertInto('appointments').values(twin).execute();
    await expect(look(short)).rejects.toThrow('No booking has this reference.');
    await store.db.deleteFrom('appointments').where('appointment_id', '=', twin.appointment_id).execute();

    // Retention has deleted the content of its writes. The user still reads the number at the appointment.
    await store.db.updateTable('writes').set({ body: null, outcome: null }).execute();
    expect(await look(journey.reference)).toMatchObject({
      subject: 'user-ines',
      found_by: 'order',
      booking_id: booked.id,
    });

    // A refusal of the service: the reference on the screen is the service's own.
    const customer = service.customer('noor');
    at(await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA'))), 'identity');
    await service.sandbox.fault('POST', '/v1/api-first/identities', { kind: 'status', status: 422 });
    const refused = await customer.answer('identity', profile);
    const reference = refused.notice?.upstream_request_id ?? '';
    expect(reference).not.toBe('');
    const found = await look(reference);
    expect(found).toMatchObject({ subject: 'user-noor', found_by: 'response' });
    expect(found.writes).toContainEqual(
      expect.objectContaining({ kind: 'identity.save', status: 422, reference }),
    );

    // A request that failed.
    const failed = await customer.fetch('POST', `/journeys/${refused.journey_id}`, {});
    const { request_id, code } = await failed.json();
    await eventually(async () => (await look(request_id).catch(() => null)) !== null);
    expect(await look(request_id)).toEqual({
      ...found,
      found_by: 'request',
      booking_id: refused.journey_id,
      failed_request: {
        request_id,
        upstream_request_id: null,
        at: expect.any(String),
        method: 'POST',
        route: '/journeys/:id',
        status: failed.status,
        code,
      },
    });

    // A failure before there is a booking: the service did not respond, and its own reference is on the screen.
    const early = await failedBeforeBooking(service, 'early');
    await eventually(async () => (await look(early.request_id).catch(() => null)) !== null);
    for (const each of [early.request_id, early.upstream_request_id])
      expect(await look(each)).toMatchObject({
        subject: null,
        found_by: 'request',
        booking_id: null,
        failed_request: { route: '/journeys', status: 503, code: 'configuration_unavailable' },
        journeys: [],
        writes: [],
      });
    // The same user books later: the reference leads to the booking.
    const later = await choosePlace(service.customer('early'), 'DEXA');
    expect(await look(early.request_id)).toMatchObject({
      subject: 'user-early',
      journeys: [{ id: later.journey_id }],
    });

    // A user who could not sign in: only the log has the reference.
    const refusedToken = await fetch(`${service.url}/token`, { method: 'POST' });
    const { request_id: unknown } = await refusedToken.json();
    await expect(look(unknown)).rejects.toThrow('name the log with --log');
    const folder = folderOfTest();
    const logFile = join(folder, 'server.log');
    await writeFile(logFile, service.logged());
    expect(await look(request_id, logFile)).toMatchObject({ subject: 'user-noor', found_by: 'record' });
    await expect(look(unknown, logFile)).rejects.toThrow(
      /POST \/token at \S+Z and failed with 415 \(invalid_request\)/,
    );
    await expect(look(randomUUID(), logFile)).rejects.toThrow('the log does not lead to one');
    await expect(look(request_id, join(folder, 'none.log'))).rejects.toThrow('none.log cannot be read.');

    const shown = JSON.stringify([bySubject, found]);
    for (const value of Object.values(profile))
      if (String(value).length > 3) expect(shown).not.toContain(String(value));
    expect(shown).not.toMatch(/DEXA|CALST|questionnaire_answers/);
    await expect(look('nothing-has-this')).rejects.toThrow('No booking has this reference.');
  });
});

/** A user whose first request fails because the service does. */
async function failedBeforeBooking(service: FullApiServer, name: string) {
  const path = '/v1/integration-configuration';
  await service.sandbox.fault('GET', path, { kind: 'status', status: 503 }, { times: 20 });
  const response = await service.customer(name).fetch('POST', '/journeys', {});
  await service.sandbox.clearFaults();
  return (await response.json()) as { request_id: string; upstream_request_id: string };
}
