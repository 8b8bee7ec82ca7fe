/** "What did I sign?": the customer, the partner's export and the operator know it in year two, and nobody after an erasure. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import type { AppointmentView } from '../../../server/contract/appointments-api.ts';
import type { SignedConsents } from '../../../server/contract/journey-api/signed-consents.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { createEncryption } from '../../../server/core/store/encryption.ts';
import { customersErase, customersExport } from '../../../server/operate/cli/customers.ts';
import { supportLookup } from '../../../server/operate/cli/support.ts';
import { recordsByKind } from '../../operate/records/customer-rows.ts';
import { at, choosePlace, pickTimes, profile, signConsent, untilSent } from '../../support/booking.ts';
import type { Customer } from '../../support/customer.ts';
import { eventually } from '../../support/eventually.ts';
import { folderOfTest } from '../../support/folders.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newMigratedDatabase, storeKinds } from '../../support/test-stores.ts';

const twoYearsMs = 2 * 365 * 24 * 60 * 60_000;

const read = (customer: Customer, path: string) => customer.call<SignedConsents>('GET', `${path}/consents`);

describe.each(storeKinds)('on %s', (kind) => {
  it('keeps what the customer signed with the booking [CONS-45]', async () => {
    let aheadMs = 0;
    const databaseUrl = kind === 'postgres' ? await newMigratedDatabase() : undefined;
    const service = await serverOfTest({
      databaseUrl,
      clock: systemClock(() => Date.now() + aheadMs),
    });
    const folder = folderOfTest();

    const ada = service.customer('ada');
    let view = await choosePlace(ada, 'DEXA');
    view = await ada.answer('times', pickTimes(view));
    view = await ada.answer('identity', profile);
    const { lead, decisions, sections, tail, content_hash } = at(view, 'consent');
    const began = `/journeys/${view.journey_id}`;
    expect((await read(ada, began)).body).toEqual({ consents: [] });
    const answer = signConsent(view);
    view = await ada.answer('consent', answer);
    view = await untilSent(ada, view);
    const { appointment_id: appointmentId } = at(view, 'sent');

    aheadMs = twoYearsMs;
    await ada.signIn();
    const signed = (await read(ada, began)).body;
    expect(signed.consents).toEqual([
      expect.objectContaining({
        typed_name: answer.typed_name,
        signed_from: '127.0.0.1',
        decisions: answer.decisions,
        test_type: 'DEXA',
        content_hash,
        text: { lead, decisions, sections, tail },
      }),
    ]);
    const [consent] = signed.consents;
    expect(Date.now() - Date.parse(consent?.signed_at ?? '')).toBeLessThan(twoYearsMs / 2);
    expect((await read(ada, `/appointments/${appointmentId}`)).body).toEqual(signed);

    const { body: appointment } = await ada.call<AppointmentView>('GET', `/appointments/${appointmentId}`);
    expect(appointment.actions).toContain('consents');

    const bo = service.customer('bo');
    await bo.signIn();
    expect((await read(bo, began)).status).toBe(404);
    expect((await read(bo, `/appointments/${appointmentId}`)).status).toBe(404);

    const { db } = await service.store();
    await eventually(async () => {
      const seen = await db
        .selectFrom('access_log')
        .select(['record_id', 'action', 'outcome'])
        .where('record_kind', '=', 'document')
        .where('status', '=', 200)
        .execute();
      return seen.some(({ record_id, action }) => record_id === appointmentId && action === 'view');
    });

    const subject = 'user-ada';
    const to = join(folder, 'ada.json');
    expect(await customersExport(service.env, { subject, to }, () => {})).toBe(0);
    const { records } = JSON.parse(await readFile(to, 'utf8'));
    expect(records.consents).toEqual([
      expect.objectContaining({
        id: consent?.consent_id,
        signed_at: consent?.signed_at,
        body: expect.objectContaining({
          typed_name: answer.typed_name,
          text: { lead, decisions, sections, tail },
        }),
      }),
    ]);
    const shown: string[] = [];
    await supportLookup(
      service.env,
      { reference: appointmentId, json: true },
      (line) => void shown.push(line),
    );
    expect(JSON.parse(shown.join('\n')).consents).toEqual([
      { id: consent?.consent_id, journey_id: view.journey_id, signed_at: consent?.signed_at },
    ]);
    expect(shown.join('\n')).not.toContain(answer.typed_name);

    // The command goes by the time of the database. A server that is years ahead would take its leases over.
    aheadMs = 0;
    expect(await customersErase(service.env, { subject, yes: true, evenUnderWay: true }, () => {})).toBe(0);
    const encryption = createEncryption(readConfig(service.env).STORE_KEYS);
    expect((await recordsByKind(db, encryption, subject)).consents).toEqual([]);
    expect(await db.selectFrom('consents').selectAll().execute()).toEqual([]);
  });
});
