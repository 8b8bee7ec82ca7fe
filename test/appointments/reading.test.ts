/** What a customer sees of their appointments: their own, as the service reads them now, nothing dropped. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal } from '../journey/refusal.ts';
import { type Service, startService } from '../journey/service.ts';
import { book } from './after-booking.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('lists an appointment as asked for from the moment it was [APT-02, SCH-09, T32]', async () => {
  const booked = await book(service, 'lister');
  const [shown, ...others] = await booked.list();
  expect(others).toEqual([]);
  expect(shown).toMatchObject({
    appointment_id: booked.id,
    standing: 'requested',
    status: 'pending_confirmation',
    scheduled_for: null,
    stale: false,
  });
  expect(shown?.actions).not.toContain('check_in');
});
