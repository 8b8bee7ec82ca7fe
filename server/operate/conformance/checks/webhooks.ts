/** Webhook endpoints, events and their delivery. */
import {
  deepEqual,
  doesNotMatch,
  equal,
  match,
  notEqual,
  ok,
  partialDeepStrictEqual,
} from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { answers, done, each } from '../assertions.ts';
import { confirmed, order, read, scheduled, timesOf } from '../booking.ts';
import { defineArea } from '../check.ts';
import { brief } from '../client.ts';
import {
  consentEvidence,
  declared,
  handIn,
  paperOrder,
  physicianEvidence,
  physicianEvidenceBody,
  physicianEvidenceOf,
} from '../evidence-steps.ts';
import { endpointBody, withReceiver } from '../receiver.ts';
import type { Shape } from '../shapes.ts';
import type { Trial } from '../trial.ts';

const { must, told, checks } = defineArea('webhooks', 'Events', null);
/** The checks of this area. */
export const webhooks = checks;

const path = '/v1/webhook-endpoints';
const https = 'https://hooks.partner.example/service';
const later = '2030-01-01T09:00:00-05:00';

must.levers`register: a registration returns its secret, once [WHK-01] [WHK-03] [WHK-05]`(async (trial) => {
  const { partner } = trial;
  const body = endpointBody(https);
  const first = await partner.post<{ signing_secret: string }>(path, body, 'one');
  equal(first.status, 201);
  ok(first.data.signing_secret.length >= 32);
  deepEqual((await partner.post<object>(path, body, 'one')).data, first.data);
  notEqual(
    (await partner.post<{ signing_secret: string }>(path, body)).data.signing_secret,
    first.data.signing_secret,
  );
  await trial.committed({ webhook_endpoints: 2 });
});

told.write`registered: the fields of a registration that is the same in each run [GAP-86]`(async (trial) => {
  const lasting = trial.client(trial.partner.apiKey, { run: 'conformance' });
  const { data, status } = await lasting.post<object>(path, endpointBody(https), 'registration');
  trial.leave(`the registration of ${https}, which no request removes`);
  return { status, fields: Object.keys(data) };
});

must.read`bad-registration: a callback is an HTTPS address, and the events are known [WHK-03] [WHK-04] [GAP-87]`(
  ({ partner }) =>
    each(
      [
        { callback_url: undefined },
        { callback_url: 'hooks' },
        { callback_url: 'http://hooks.partner.example/service' },
        { callback_url: 'ftp://127.0.0.1/hooks' },
        { subscribed_events: undefined },
        { subscribed_events: ['appointment.forgotten'] },
        { subscribed_events: 'appointment.created' },
        { partner_evidence_webhooks_enabled: 'yes' },
      ],
      async (changes) => answers(await partner.post(path, endpointBody(https, changes)), 400),
    ),
);

told.levers`registration: the fields of a registration, odd callbacks, and the routes beside it [GAP-27] [GAP-86] [GAP-87]`(
  async ({ partner }) => {
    const send = async (changes: object, key?: null) =>
      brief(await partner.post(path, endpointBody(https, changes), key));
    return {
      fields: Object.keys((await partner.post<object>(path, endpointBody(https))).data),
      'without a key': await send({}, null),
      credentials: await send({ callback_url: 'https://user:word@hooks.partner.example/' }),
      'another field': await send({ secret: 'mine' }),
      list: brief(await partner.get(path)),
    };
  },
);

must.levers`lifecycle: each transition has its event, in order, with what was before [WHK-15] [WHK-16] [WHK-18] [WHK-48] [APT-22] [APT-23] [APT-27] [APT-28] [GAP-90] [ORD-19] [WHK-08] [WHK-10] [WHK-11] [WHK-12] [WHK-13] [WHK-14] [WHK-19] [WHK-20] [WHK-21] [VER-03]`(
  (trial) =>
    withReceiver(trial, async (receiver) => {
      const { partner } = trial;
      await receiver.register(partner);
      const first = await confirmed(trial);
      await trial.move(first.id, 'rescheduled', { scheduled_for: later });
      for (const to of ['results_in_progress', 'results_ready', 'form_available', 'completed'])
        await trial.move(first.id, to);
      for (const to of ['no_show', 'canceled']) await trial.move((await confirmed(trial)).id, to);
      const seen = await receiver.types();
      deepEqual(seen, [
        ...[
          'created',
          'requested',
          'confirmed',
          'rescheduled',
          'results_in_progress',
          'results_ready',
          'form_available',
        ],
        ...['created', 'requested', 'confirmed', 'no_show', 'created', 'requested', 'confirmed', 'canceled'],
      ]);
      for (const { rawBody } of receiver.received) doesNotMatch(rawBody, /%PDF|https?:/);
      const events = receiver.received.map(({ event }) => event);
      deepEqual(
        events.map(({ sequence }) => sequence),
        [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 1, 2, 3, 4],
      );
      equal(new Set(events.map(({ id }) => id)).size, events.length);
      const objects = events.map(({ data }) => data.object);
      partialDeepStrictEqual(objects[2], {
        status: 'confirmed',
        previous_status: 'pending_confirmation',
        scheduled_for: first.at,
      });
      const { scheduled_for } = await read(partner, first);
      partialDeepStrictEqual(objects[3], {
        previous_status: 'confirmed',
        scheduled_for,
        previous_scheduled_for: first.at,
        original_scheduled_for: first.at,
      });
      partialDeepStrictEqual(objects[5], {
        results_status: 'finalized',
        previous_results_status: 'in_progress',
      });
    }),
);

must.levers`own-changes: a cancel has one event, even if it is repeated [WHK-17] [APT-27]`((trial) =>
  withReceiver(trial, async (receiver) => {
    const { partner } = trial;
    await receiver.register(partner);
    const { path: appointment } = await scheduled(partner);
    for (const _ of [1, 2]) await partner.post(`${appointment}/cancel`, {}, 'one');
    deepEqual(await receiver.types(), ['created', 'requested', 'canceled']);
    await trial.committed({ events: 3 });
  }),
);

told.levers`silent-changes: the events of a reschedule, a decline, a refund and a confirmation by itself [GAP-57] [GAP-64] [GAP-71]`(
  (trial) =>
    withReceiver(trial, async (receiver) => {
      const { partner } = trial;
      await receiver.register(partner);
      const appointment = await confirmed(trial);
      const [new_requested_date] = (await timesOf(partner, appointment.pair)).slice(-1);
      await done(partner.post(`${appointment.path}/reschedule`, { new_requested_date }));
      await trial.move(appointment.id, 'confirmed');
      const rescheduled = await receiver.types();
      for (const to of ['pending_scheduling', 'refunded'])
        await trial.move((await scheduled(partner)).id, to);
      const silent = (await receiver.types()).slice(rescheduled.length);
      await trial.set({ confirm_after_seconds: 0 });
      await scheduled(partner);
      const all = await receiver.types();
      return {
        rescheduled,
        'a decline and a refund': silent,
        'by itself': all.slice(rescheduled.length + silent.length),
      };
    }),
);

must.levers`signature: a delivery is signed over its timestamp and its exact body [WHK-07] [WHK-27] [WHK-28] [WHK-29] [AUTH-11]`(
  (trial) =>
    withReceiver(trial, async (receiver) => {
      const secrets = [await receiver.register(trial.partner), await receiver.register(trial.partner)].map(
        (each) => each.signing_secret,
      );
      const beganAt = Math.floor(Date.now() / 1000);
      await order(trial.partner);
      await receiver.types();
      equal(receiver.received.length, 2);
      const signed = receiver.received.map(({ headers, rawBody, event }) => {
        const timestamp = String(headers['x-service-timestamp']);
        match(timestamp, /^\d{10}$/);
        ok(Number(timestamp) >= beganAt && Number(timestamp) <= Date.now() / 1000 + 60);
        partialDeepStrictEqual(headers, {
          'x-service-event-id': event.id,
          'x-service-sequence': String(event.sequence),
          'x-service-payload-version': event.payload_version,
        });
        const of = (secret: string) =>
          createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex');
        return secrets.findIndex((secret) => of(secret) === headers['x-service-signature']);
      });
      deepEqual(signed.sort(), [0, 1]);
      ok(!JSON.stringify(receiver.received).includes(secrets[0] ?? ''));
    }),
);

must.levers`subscription: an endpoint gets its types of its own partner only [WHK-26]`((trial) =>
  withReceiver(trial, async (receiver) => {
    await receiver.register(trial.partner, { subscribed_events: ['appointment.requested'] });
    await receiver.register(await trial.stranger());
    await scheduled(trial.partner);
    deepEqual(await receiver.types(), ['requested']);
  }),
);

/** Hands in evidence of both kinds. */
async function handInBoth(trial: Trial, register: (client: Trial['partner']) => Promise<unknown>) {
  const { client, record } = await declared(trial);
  await register(client);
  await handIn(client, consentEvidence, record);
  const other = await trial.key(paperOrder);
  await register(other);
  const { id } = await scheduled(other);
  const physician = await done(
    other.post<Shape<'evidence'>>(physicianEvidenceOf(id), physicianEvidenceBody(other)),
  );
  await handIn(other, physicianEvidence, physician);
}

must.levers`evidence: each outcome of evidence has its event, for endpoints that opted in [WHK-22] [WHK-23] [WHK-24] [WHK-44] [GAP-89]`(
  (trial) =>
    each(['accepted', 'rejected', 'failed'], async (evidence_outcome) => {
      await trial.set({ evidence_outcome });
      await withReceiver(trial, async (receiver) => {
        await handInBoth(trial, (client) => receiver.register(client));
        const seen = (await receiver.types()).filter((type) => type.includes('evidence'));
        deepEqual(seen, [
          `customer_consent_evidence.${evidence_outcome}`,
          `physician_order_evidence.${evidence_outcome}`,
        ]);
      });
      await withReceiver(trial, async (receiver) => {
        await handInBoth(trial, (client) =>
          receiver.register(client, { partner_evidence_webhooks_enabled: false }),
        );
        deepEqual(
          (await receiver.types()).filter((type) => type.includes('evidence')),
          [],
        );
      });
    }),
);

told.levers`evidence-object: the object of an evidence event [GAP-89] [GAP-88]`((trial) =>
  withReceiver(trial, async (receiver) => {
    await handInBoth(trial, (client) => receiver.register(client));
    await receiver.types();
    const { event } = receiver.received.find(({ event: { type } }) => type.includes('consent')) ?? {};
    return {
      object: Object.keys(event?.data.object ?? {}),
      sequence: event?.sequence,
      payload_version: event?.payload_version,
    };
  }),
);

/** Emits one event to a receiver that answers `status`. */
const emitted = (
  trial: Trial,
  status: number | null,
  then: (receiver: Parameters<Parameters<typeof withReceiver>[1]>[0]) => Promise<unknown>,
) =>
  withReceiver(trial, async (receiver) => {
    await receiver.register(trial.partner);
    receiver.status = status;
    await order(trial.partner);
    await trial.advance(0);
    return then(receiver);
  });

must.levers`ends: any 2xx ends a delivery, and so does what cannot be retried [WHK-37] [WHK-39]`((trial) =>
  each(
    [200, 204, 299, 301, 307, 400, 401, 404, 410, 501, 505],
    (status) =>
      emitted(trial, status, async (receiver) => {
        await trial.advance(100_000);
        equal(receiver.received.length, 1);
      }) as Promise<void>,
  ),
);

must.levers`retries: what can be retried is sent again with the same body, freshly signed [WHK-38] [WHK-40]`(
  (trial) =>
    each(
      [408, 409, 425, 429, 500, 502, 503, 504, null],
      (status) =>
        emitted(trial, status, async (receiver) => {
          receiver.status = 200;
          await trial.advance(60);
          const [first, second] = receiver.received;
          equal(receiver.received.length, 2);
          equal(second?.rawBody, first?.rawBody);
          ok(Number(second?.headers['x-service-timestamp']) > Number(first?.headers['x-service-timestamp']));
          notEqual(second?.headers['x-service-signature'], first?.headers['x-service-signature']);
        }) as Promise<void>,
    ),
);

must.levers`six: there are six attempts, after 60, 120, 240, 480 and 960 seconds [LIM-08] [WHK-40]`((trial) =>
  emitted(trial, 503, async (receiver) => {
    const counts: number[] = [];
    for (const wait of [60, 120, 240, 480, 960]) {
      await trial.advance(wait - 30);
      counts.push(receiver.received.length);
      await trial.advance(30);
      counts.push(receiver.received.length);
    }
    deepEqual(counts, [1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    await trial.advance(1_000_000);
    equal(receiver.received.length, 6);
    equal(new Set(receiver.received.map(({ rawBody }) => rawBody)).size, 1);
    equal(new Set(receiver.received.map(({ headers }) => headers['x-service-timestamp'])).size, 6);
  }),
);
