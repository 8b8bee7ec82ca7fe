/** The control plane's list of appointments, which the operator page shows. */
import { expect, it } from 'vitest';
import { order, schedule } from './booking.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';

interface Listed {
  appointment_id: string;
  order_id: string;
  status: string;
  api_key_prefix: string;
  customer_name: string;
  requested: { selected_appointment_date: string } | null;
  transitions: string[];
  times_to_move_to: string[];
}

eachWithPartner();

const list = async () =>
  (await harness.control<{ appointments: Listed[] }>('GET', '/appointments')).json.appointments;
const move = (id: string, body: object) => harness.control('POST', `/appointments/${id}/transition`, body);

it('names the customer of each appointment, the newest first', async () => {
  const first = await order(partner, 'DEXA');
  const other = await harness.partner();
  const second = await schedule(other, 'VO2');
  expect(await list()).toMatchObject([
    {
      appointment_id: second.id,
      order_id: second.orderId,
      api_key_prefix: other.prefix,
      status: 'pending_confirmation',
      customer_name: 'Ada Example',
    },
    { appointment_id: first.id, api_key_prefix: partner.prefix, requested: null, transitions: [] },
  ]);
});

it('offers in every state only its allowed transitions [APT-31] [APT-32]', async () => {
  const { id: appointmentId } = await schedule(partner);
  const offered = async () => (await list())[0]?.transitions.toSorted();
  const steps: [to: string, then: string[]][] = [
    [
      'confirmed',
      ['canceled', 'form_available', 'no_show', 'refunded', 'rescheduled', 'results_in_progress'],
    ],
    ['results_in_progress', ['form_available', 'results_ready']],
    ['results_ready', ['completed', 'form_available']],
    ['completed', ['form_available']],
  ];
  expect(await offered()).toEqual([
    'canceled',
    'confirmed',
    'form_available',
    'pending_scheduling',
    'refunded',
  ]);
  for (const [to, then] of steps) {
    expect((await move(appointmentId, { to })).status).toBe(200);
    expect(await offered()).toEqual(then);
  }
});

it('gives a confirmed appointment times that it can be moved to', async () => {
  const { id: appointmentId } = await schedule(partner);
  expect((await list())[0]?.times_to_move_to).toEqual([]);
  await move(appointmentId, { to: 'confirmed' });
  const [, other] = (await list())[0]?.times_to_move_to ?? [];
  expect((await move(appointmentId, { to: 'rescheduled', scheduled_for: other })).status).toBe(200);
});
