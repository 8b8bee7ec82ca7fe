/** Support finds a booking from what a customer reads out, and sees no health data. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { supportLookup } from '../../server/cli/support.ts';
import { book } from '../support/booked-appointment.ts';
import { at, choosePlace, pickTimes, profile } from '../support/booking.ts';
import { startFullApiServer } from '../support/full-api-server.ts';
import { newMigratedDatabase, storeKinds } from '../support/test-stores.ts';

describe.each(storeKinds)('support lookup on %s', (kind) => {
  it('finds a booking by each of its references, and shows no answer of the customer', async () => {
    const databaseUrl = kind === 'postgres' ? await newMigratedDatabase() : undefined;
    const service = await startFullApiServer({ databaseUrl });
    onTestFinished(() => service.stop());
    const look = async (reference: string, logFile?: string) => {
      const lines: string[] = [];
      await supportLookup(service.env, { reference, json: true, logFile }, (line) => lines.push(line));
      return JSON.parse(lines.join('\n'));
    };
    const booked = await book(service, 'ines');

    const bySubject = await look('user-ines');
    expect(bySubject).toMatchObject({
      subject: 'user-ines',
      found_by: 'user',
      journeys: [{ step: 'sent', appointment_id: booked.id, order_ref: expect.stringMatching(/^ORD-/) }],
      appointments: [{ id: booked.id, flow: 'full_api' }],
    });
    const [journey] = bySubject.journeys;
    const write = bySubject.writes.find((each: { kind: string }) => each.kind === 'order.place');
    expect(write).toMatchObject({ state: 'settled', tries: 1, status: 201, owner_id: journey.id });
    for (const [reference, by, booking] of [
      [journey.order_ref, 'order', journey.id],
      [journey.id, 'record', journey.id],
      [booked.id, 'record', booked.id],
      [bySubject.appointments[0].order_id, 'order', booked.id],
      [write.id, 'record', journey.id],
    ])
      expect(await look(reference)).toEqual({ ...bySubject, found_by: by, booking_id: booking });

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

    // A request that failed: the log leads from its reference to the booking.
    const failed = await customer.fetch('POST', `/journeys/${refused.journey_id}/answers/place`, {});
    const { request_id } = await failed.json();
    await expect(look(request_id)).rejects.toThrow('name the log with --log');
    const folder = await mkdtemp(join(tmpdir(), 'dx-support-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const logFile = join(folder, 'server.log');
    await writeFile(logFile, service.logged());
    expect(await look(request_id, logFile)).toMatchObject({ subject: 'user-noor', found_by: 'record' });
    await expect(look(randomUUID(), logFile)).rejects.toThrow('the log does not lead to one');
    await expect(look(request_id, join(folder, 'none.log'))).rejects.toThrow('none.log cannot be read.');

    const shown = JSON.stringify([bySubject, found]);
    for (const value of Object.values(profile))
      if (String(value).length > 3) expect(shown).not.toContain(String(value));
    expect(shown).not.toMatch(/DEXA|CALST|questionnaire_answers/);
    await expect(look('nothing-has-this')).rejects.toThrow('No booking has this reference.');
  });
});
