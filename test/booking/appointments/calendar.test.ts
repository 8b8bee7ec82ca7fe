/** The calendar file of a confirmed appointment. It passes through the server and is kept nowhere. */
import { beforeAll, describe, expect, it } from 'vitest';
import { calendarFile } from '../../../server/booking/appointments/calendar.ts';
import type { Appointment } from '../../../server/contract/upstream-api/appointments.ts';
import { type Booked, book } from '../../support/booked-appointment.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

let confirmed: Booked;
const service = await serverOfFile({ env: { APPOINTMENT_MINUTES: '45' } });
beforeAll(async () => {
  confirmed = await book(service, 'passing');
  await confirmed.move('confirmed');
});

/** The appointment as the service says it. */
async function readAppointment(): Promise<Appointment> {
  const headers = { 'x-api-key': service.env.UPSTREAM_API_KEY ?? '' };
  const response = await fetch(`${service.wire.url}/v1/appointments/${confirmed.id}`, { headers });
  return ((await response.json()) as { data: Appointment }).data;
}

describe('the calendar file', () => {
  const file = async ({ customer, path }: Booked) => {
    const texts = { title: 'Clinic appointment', text: 'Reference: ORD-1\nQuestions? Call 555 0142' };
    const response = await customer.fetch('POST', `${path}/calendar`, texts);
    const lines = (await response.text()).split('\r\n');
    const value = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);
    return { response, value, lines };
  };

  it('has the confirmed time in UTC, the address, and no word about the test', async () => {
    const { response, value, lines } = await file(confirmed);
    const { scheduled_for, location } = await confirmed.read();
    expect(response.headers.get('content-type')).toMatch(/^text\/calendar/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(value('DTSTART')).toBe(scheduled_for?.replace(/[-:]|\.000/g, ''));
    expect(value('SUMMARY')).toBe('Clinic appointment');
    expect(value('LOCATION')).toContain(location?.address_line_1);
    expect(value('STATUS')).toBe('CONFIRMED');
    const end = new Date(Date.parse(scheduled_for ?? '') + 45 * 60_000).toISOString();
    expect(value('DTEND')).toBe(end.replace(/[-:]|\.000/g, ''));
    expect(value('DESCRIPTION')).toBe('Reference: ORD-1\\nQuestions? Call 555 0142');
    expect(lines.filter((line) => line.startsWith('TRIGGER'))).toEqual(['TRIGGER:-P1D', 'TRIGGER:-PT2H']);
  });

  it('replaces its own event after the location has moved the appointment', async () => {
    const moved = await book(service, 'moved');
    await moved.move('confirmed');
    const first = (await file(moved)).value;
    await service.sandbox.advance(60);
    await moved.move('rescheduled', { scheduled_for: '2031-05-14T15:00:00.000Z' });
    const second = (await file(moved)).value;
    expect(second('DTSTART')).toBe('20310514T150000Z');
    expect(second('UID')).toBe(first('UID'));
    expect(second('UID')).toContain(moved.id);
    expect(Number(second('SEQUENCE'))).toBeGreaterThan(Number(first('SEQUENCE')));
  });

  it('is there for every word of the service for a confirmed time', async () => {
    const read = await readAppointment();
    const words = {
      host: 'booking.example',
      words: { appointmentsUrl: null, appointmentMinutes: 30 },
      now: Date.now,
    };
    const of = (status: string) =>
      calendarFile(
        { ...read, status, scheduled_for: '2031-05-14T15:00:00.000Z' },
        { title: 'Clinic' },
        words,
      );
    expect(['confirmed', 'rescheduled', 'Confirmed'].map((status) => of(status) !== null)).toEqual([
      true,
      true,
      true,
    ]);
    expect(of('pending_confirmation')).toBeNull();
  });

  it('is there only for a confirmed time, and only for its own customer', async () => {
    const requested = await book(service, 'requested-only');
    expect((await file(requested)).response.status).toBe(409);
    const stranger = { ...confirmed, customer: service.customer('stranger') };
    expect((await file(stranger)).response.status).toBe(404);
  });
});
