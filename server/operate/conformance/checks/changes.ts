/** Cancel and reschedule. */
import { deepEqual, equal, ok, partialDeepStrictEqual } from 'node:assert/strict';
import { answers, done, each } from '../assertions.ts';
import { confirmed, nobody, order, read, scheduled, timesOf } from '../booking.ts';
import { defineArea } from '../check.ts';
import { brief, type Client } from '../client.ts';
import type { Ordered } from '../ordered.ts';
import type { Trial } from '../trial.ts';

const { must, told, checks } = defineArea('changes', 'Endpoints: Appointments, rules 2, 3 and 6');
/** The checks of this area. */
export const changes = checks;

const send = (client: Client, { path }: Ordered, what: string, body: unknown = {}, key?: string | null) =>
  client.post<{ status: string; cancelled_within_24_hour_window: boolean }>(`${path}/${what}`, body, key);
const cancel = (client: Client, appointment: Ordered, body: unknown = {}, key?: string | null) =>
  send(client, appointment, 'cancel', body, key);
const penalty = { confirm_within_24_hour_penalty: true };

/** A confirmed appointment of the day after tomorrow, and times to change to. */
async function prepared(trial: Trial, secondsBefore = 2 * 86_400) {
  const appointment = await confirmed(trial);
  if (trial.hasLevers) await trial.clockBefore(appointment.at, secondsBefore);
  const times = (await timesOf(trial.partner, appointment.pair)).slice(5);
  const at = (index: number) => times[index] ?? '';
  const move = (body: unknown, key?: string | null) =>
    send(trial.partner, appointment, 'reschedule', body, key);
  return { appointment, at, move };
}

must.write`cancel: a cancel ends an appointment, once for each key [APT-27] [APT-33] [APT-36] [APT-46] [IDEM-03]`(
  async (trial) => {
    const { partner } = trial;
    const appointment = await scheduled(partner);
    const first = await cancel(partner, appointment, { reason: 'a' }, 'one');
    answers(first, 200);
    partialDeepStrictEqual(first.data, {
      appointment_id: appointment.id,
      cancelled_within_24_hour_window: false,
    });
    const shown = await read(partner, appointment);
    equal(shown.status, 'canceled');
    ok(shown.cancellation_reason_code);
    deepEqual((await cancel(partner, appointment, { reason: 'a' }, 'one')).data, first.data);
    answers(await cancel(partner, appointment, { reason: 'b' }, 'one'), '409 IDEMPOTENCY_CONFLICT');
    await trial.committed({ cancels: 1 });
  },
);

must.write`cancel-body: a reason has at most 500 characters, and nothing else is a field [APT-35] [LIM-02]`(
  async ({ partner }) => {
    const appointment = await scheduled(partner);
    await each(
      [{ reason: 'x'.repeat(501) }, { reason: 7 }, { confirm_within_24_hour_penalty: 'yes' }],
      async (body) => answers(await cancel(partner, appointment, body), 400),
    );
    equal((await read(partner, appointment)).status, 'pending_confirmation');
    answers(await cancel(partner, appointment, { reason: 'x'.repeat(500) }), 200);
  },
);

must.write`cancel-scope: a cancel needs its own appointment [APT-10] [IDEM-02]`(async (trial) => {
  const { partner } = trial;
  const appointment = await scheduled(partner);
  answers(await cancel(partner, appointment, {}, null), 400);
  answers(await cancel(await trial.stranger(), appointment), 404);
  answers(await partner.post(`/v1/appointments/${nobody}/cancel`, {}), 404);
  answers(await partner.post('/v1/appointments/7/cancel', {}), 400);
});

must.levers`scopes: cancel and reschedule need write:appointments [APT-67]`(async (trial) => {
  const { appointment, at } = await prepared(trial);
  await trial.control('PATCH', `/keys/${trial.partner.prefix}`, { scopes: ['read:appointments'] });
  for (const what of ['cancel', 'reschedule']) {
    const refused = await send(trial.partner, appointment, what, { new_requested_date: at(0) });
    answers(refused, 403);
    ok(refused.error.message.includes('write:appointments'));
  }
});

told.levers`cancel-states: a cancel before scheduling, after a cancel and after a no-show, and the body null [GAP-65] [APT-35]`(
  async (trial) => {
    const { partner } = trial;
    const waiting = await scheduled(partner);
    const missed = await confirmed(trial);
    await trial.move(missed.id, 'no_show');
    return {
      created: brief(await cancel(partner, await order(partner))),
      null: brief(await cancel(partner, waiting, 'null')),
      'another field': brief(await cancel(partner, waiting, { why: 'x' })),
      'no body': brief(await cancel(partner, waiting)),
      again: brief(await cancel(partner, waiting)),
      'no-show': brief(await cancel(partner, missed)),
      'reschedule before the confirmation': brief(
        await send(partner, await scheduled(partner), 'reschedule', { new_requested_date: missed.at }),
      ),
    };
  },
);

must.levers`window: within 24 hours, a cancel and a reschedule need an agreement [APT-42] [GAP-66] [GAP-67]`(
  async (trial) => {
    const { partner } = trial;
    await each(['cancel', 'reschedule'], async (what) => {
      const { appointment, at } = await prepared(trial, 24 * 3600 - 60);
      const body = what === 'reschedule' ? { new_requested_date: at(0) } : {};
      const refused = await send(partner, appointment, what, body, 'first');
      answers(refused, '409 WITHIN_24_HOUR_WINDOW');
      equal((refused.error.details as { requiresConfirmation: unknown }).requiresConfirmation, true);
      equal((await read(partner, appointment)).status, 'confirmed');
      const agreed = await send(partner, appointment, what, { ...body, ...penalty }, 'first');
      answers(agreed, 200);
      const shown = JSON.stringify(agreed.data);
      ok(shown.includes('within_24_hour_window":true'));
    });
  },
);

must.levers`window-end: the window ends when 24 hours are left, and the agreement may have another key [APT-42] [GAP-66] [GAP-67]`(
  async (trial) => {
    const early = await prepared(trial, 24 * 3600 + 60);
    const { data } = await cancel(trial.partner, early.appointment);
    equal(data.cancelled_within_24_hour_window, false);
    const late = await prepared(trial, 3600);
    answers(await cancel(trial.partner, late.appointment), 409);
    answers(await cancel(trial.partner, late.appointment, penalty), 200);
  },
);

must.levers`aliases: the deprecated names are accepted, but never beside the canonical ones [APT-45] [VER-08] [GAP-114]`(
  async (trial) => {
    const { partner } = trial;
    const { appointment, at, move } = await prepared(trial, 3600);
    const values = { new_requested_date: at(0), alternate_availabilities: [at(1)], ...penalty };
    const aliases = {
      newRequestedDate: at(0),
      alternateAvailabilities: [at(1)],
      confirmWithin24HourPenalty: true,
    };
    const names = Object.keys(values) as (keyof typeof values)[];
    await each(Object.entries(aliases), async ([alias, value]) => {
      const both = await move({ ...values, [alias]: value });
      ok(both.status >= 400 && both.status < 500, `${names}: ${brief(both)}`);
    });
    const twice = { ...penalty, confirmWithin24HourPenalty: true };
    ok((await cancel(partner, appointment, twice)).status >= 400);
    answers(await move(aliases), 200);
    const other = await prepared(trial, 3600);
    answers(
      await cancel(partner, other.appointment, { confirmWithin24HourPenalty: true, reason: 'Away' }),
      200,
    );
  },
);

must.levers`reschedule: a reschedule waits for the location again, and keeps the first confirmed time [APT-25] [APT-37] [APT-41]`(
  async (trial) => {
    const { appointment, at, move } = await prepared(trial);
    const body = { new_requested_date: at(0), alternate_availabilities: [at(1), at(2), at(3)] };
    const answer = await move(body);
    answers(answer, 200);
    partialDeepStrictEqual(answer.data, {
      new_requested_date: at(0),
      rescheduled_within_24_hour_window: false,
    } as object);
    const waiting = await read(trial.partner, appointment);
    partialDeepStrictEqual(waiting, {
      status: 'pending_confirmation',
      original_scheduled_for: appointment.at,
    });
    await trial.move(appointment.id, 'confirmed', { scheduled_for: at(2) });
    const shown = await read(trial.partner, appointment);
    equal(Date.parse(shown.scheduled_for ?? ''), Date.parse(at(2)));
    equal(shown.original_scheduled_for, appointment.at);
    await trial.committed({ reschedules: 1, schedule_requests: 1 });
  },
);

must.write`reschedule-body: a reschedule has one ISO-8601 time, and at most three alternates [APT-39] [APT-40] [LIM-01] [GAP-70]`(
  async (trial) => {
    const { at, move, appointment } = await prepared(trial);
    await each(
      [
        {},
        { new_requested_date: 'tomorrow' },
        { new_requested_date: '2026-12-01' },
        { new_requested_date: 7 },
        { new_requested_date: at(0), alternate_availabilities: [at(1), at(2), at(3), at(4)] },
      ],
      async (body) => answers(await move(body), 400),
    );
    answers(await move({ new_requested_date: at(0) }, null), 400);
    equal((await read(trial.partner, appointment)).status, 'confirmed');
    answers(await move({ new_requested_date: new Date(at(0)).toISOString() }), 200);
  },
);

told.write`reschedule: the rest of a reschedule: its refusals and its response [GAP-62] [GAP-69] [GAP-70]`(
  async (trial) => {
    const { at, move } = await prepared(trial);
    const asked = async (body: object) => brief(await move({ new_requested_date: at(0), ...body }));
    return {
      'no offset': await asked({ new_requested_date: '2026-12-01T09:00:00' }),
      'another field': await asked({ reason: 'x' }),
      'a time twice': await asked({ alternate_availabilities: [new Date(at(0)).toISOString()] }),
      'not offered': await asked({ new_requested_date: '2030-01-01T09:00:00-05:00' }),
      response: Object.keys((await move({ new_requested_date: at(0) })).data),
    };
  },
);

must.write`reschedule-once: a key replays a reschedule, or conflicts [IDEM-03]`(async (trial) => {
  const { at, move } = await prepared(trial);
  const first = await move({ new_requested_date: at(0) }, 'one');
  deepEqual((await move({ new_requested_date: at(0) }, 'one')).data, first.data);
  answers(await move({ new_requested_date: at(1) }, 'one'), '409 IDEMPOTENCY_CONFLICT');
});

must.levers`calendar: a reschedule needs the calendar [ERR-32]`(async (trial) => {
  const { at, move } = await prepared(trial);
  await trial.set({ reschedule_calendar_available: false });
  const refused = await move({ new_requested_date: at(0) });
  answers(refused, '503 PHYSICIAN_ORDER_CALENDAR_UNAVAILABLE');
  equal((refused.error.details as { retryable: unknown }).retryable, true);
  await trial.set({ reschedule_calendar_available: true });
  answers(await move({ new_requested_date: at(0) }), 200);
});

must.levers`in-progress: a change under way is 409 with Retry-After, then replays [APT-47] [LIM-15] [GAP-109]`(
  (trial) =>
    each(['cancel', 'reschedule'], async (what) => {
      const { appointment, at } = await prepared(trial);
      const body = what === 'reschedule' ? { new_requested_date: at(0) } : {};
      await trial.fault(
        'POST',
        `/v1/appointments/*/${what}`,
        { kind: 'in_progress', retry_after_seconds: 7 },
        2,
      );
      for (const _ of [1, 2]) {
        const held = await send(trial.partner, appointment, what, body, 'one');
        answers(held, '409 IDEMPOTENCY_IN_PROGRESS');
        equal(held.headers.get('retry-after'), '7');
      }
      const final = await done(send(trial.partner, appointment, what, body, 'one'));
      equal(final.status, what === 'cancel' ? 'canceled' : 'pending_confirmation');
      await trial.committed({ [`${what}s`]: 1 });
    }),
);
