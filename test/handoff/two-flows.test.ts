/** The types, keys and routes of the two flows are separate, and the server reports a mismatch (HND-06, ERR-42). */
import { afterEach, describe, expect, it } from 'vitest';
import type { AppointmentsView, AppointmentView } from '../../server/contract/appointments-api.ts';
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { isWriteKind, type WriteKind, writeKinds } from '../../server/upstream/write-kinds.ts';
import type { LogicalWrite } from '../../server/upstream/writes/write.ts';
import {
  asked,
  type CoBrandedServer,
  confirmOnPage,
  type Ordered,
  origin,
  startCoBrandedServer,
} from '../support/co-branded-server.ts';
import { Customer } from '../support/customer.ts';
import { manualClock } from '../support/manual-clock.ts';
import { refusal } from '../support/scripted-refusal.ts';

let service: CoBrandedServer | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

describe('The two clients', () => {
  // Also [T85]
  it('have no write of the other flow, by name or by path [HND-03] [HND-04] [HND-06]', () => {
    expect(isWriteKind('full_api', 'handoff.create')).toBe(false);
    expect(isWriteKind('co_branded', 'appointment.schedule')).toBe(false);
    const paths = (flow: keyof typeof writeKinds) => Object.values(writeKinds[flow]).map(({ path }) => path);
    expect(paths('full_api').filter((path) => path.includes('handoff'))).toEqual([]);
    expect(paths('co_branded').filter((path) => path.endsWith('/schedule'))).toEqual([]);
  });

  it('cannot name a write of the other flow: the types differ [HND-03] [HND-04]', () => {
    // @ts-expect-error the journey's client has no such write
    const ofTheJourney: WriteKind = 'handoff.create';
    // @ts-expect-error the handoff's client has no such write
    const ofTheHandoff: WriteKind<'co_branded'> = 'appointment.schedule';
    const write: LogicalWrite<'co_branded'> = { kind: 'handoff.create', params: {}, body: {} };
    // @ts-expect-error a handoff is no write of the journey's
    const taken: LogicalWrite = write;
    expect([ofTheJourney, ofTheHandoff, taken.kind]).toHaveLength(3);
  });
});

describe('A server with one key', () => {
  it('for the co-branded flow serves no journeys, and reports why [HND-06] [GAP-95]', async () => {
    service = await startCoBrandedServer();
    const reply = await service.customer('one').call<ProblemBody>('POST', '/journeys', {});
    expect([reply.status, reply.body.code]).toEqual([501, 'flow_not_configured']);
    expect(reply.body.title).toContain('co-branded');
  });

  it('for the full API serves no handoffs, and reports why [HND-06] [GAP-95]', async () => {
    service = await startCoBrandedServer({ flows: ['full_api'] });
    const customer = service.customer('two');
    for (const [method, path] of [
      ['POST', '/handoffs'],
      ['GET', '/handoffs/1'],
    ] as const) {
      const reply = await customer.call<ProblemBody>(method, path, method === 'POST' ? {} : undefined);
      expect([reply.status, reply.body.code]).toEqual([501, 'flow_not_configured']);
    }
    expect((await customer.call('POST', '/journeys', {})).status).toBe(200);
  });

  it('shows an appointment of the other flow as it was last read, and changes nothing [HND-06]', async () => {
    service = await startCoBrandedServer({ flows: ['full_api', 'co_branded'] });
    const ordered = await service.ordered('moved');
    const customer = service.customer('moved');
    const opened = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    await confirmOnPage(opened.body.url ?? '', ordered.times);
    await customer.call('GET', `/handoffs/${opened.body.handoff_id}`);
    const other = await service.another({
      HANDOFF_API_KEY: '',
      HANDOFF_ORIGIN: '',
      HANDOFF_ALLOWED_HOSTS: '',
    });
    const later = new Customer(other.url, origin, 'user-moved');
    const listed = await later.call<AppointmentsView>('GET', '/appointments');
    expect(listed.body).toMatchObject({ appointments: [{ status: 'requested', stale: true }] });
    const path = `/appointments/${listed.body.appointments[0]?.appointment_id}`;
    const read = await later.call<AppointmentView>('GET', path);
    expect(read.body).toMatchObject({ status: 'requested', stale: true });
    const canceled = await later.call<ProblemBody>('POST', `${path}/cancel`, {});
    expect([canceled.status, canceled.body.code]).toEqual([501, 'flow_not_configured']);
    await other.stop();
  });

  it('serves both flows with both keys, each under its own key [HND-06]', async () => {
    service = await startCoBrandedServer({ flows: ['full_api', 'co_branded'] });
    const customer = service.customer('both');
    const ordered = await service.ordered('both');
    expect((await customer.call('POST', '/journeys', {})).status).toBe(200);
    expect((await customer.call('POST', '/handoffs', asked(ordered))).status).toBe(201);
    const keysOf = (part: string) =>
      new Set(
        (service?.wire.requests ?? [])
          .filter(({ url }) => url.includes(part))
          .map(({ headers }) => headers['x-api-key']),
      );
    const [journey] = keysOf('/integration-configuration');
    const [handoff, ...others] = keysOf('/schedule-handoff');
    expect(others).toEqual([]);
    expect(handoff).toBeDefined();
    expect(handoff).not.toBe(journey);
  });
});

describe('FLOW_ENDPOINT_MISMATCH', () => {
  const posts = (flow: CoBrandedServer) =>
    flow.wire.requests.filter(({ method }) => method === 'POST').map(({ url }) => url.split('/').at(-1));

  it('for a handoff is reported to the operator and to the page, and nothing else is tried [ERR-42] [HND-04] [T85]', async () => {
    // The key that was configured as the co-branded one is provisioned for the full API.
    const clock = manualClock(Date.now());
    service = await startCoBrandedServer({ handoffKeyOf: 'full_api', clock });
    const ordered: Ordered = await service.ordered('mixed');
    const customer = service.customer('mixed');
    const reply = await customer.call<ProblemBody>('POST', '/handoffs', asked(ordered));
    expect([reply.status, reply.body.code]).toEqual([503, 'flow_mismatch']);
    expect(reply.body.upstream_request_id).toBeTruthy();
    expect(posts(service)).toEqual(['schedule-handoff']);
    const event = service
      .logged()
      .split('\n')
      .find((line) => line.includes('"flow.mismatch"'));
    expect(JSON.parse(event ?? '{}')).toMatchObject({
      level: 50,
      flow: 'co_branded',
      kind: 'handoff.create',
    });
    clock.advance(60_000);
    await service.idle();
    expect(posts(service)).toEqual(['schedule-handoff']);
    expect((await service.sandbox.ledger()).schedule_requests).toBe(0);
  });

  it('that arrives late shows in the view, and a corrected order may be handed off again [ERR-42]', async () => {
    service = await startCoBrandedServer();
    const ordered = await service.ordered('late');
    const customer = service.customer('late');
    const details = { code: 'FLOW_ENDPOINT_MISMATCH' };
    await service.sandbox.fault('POST', '/v1/orders/*/schedule-handoff', refusal(409, details));
    const first = await customer.call<ProblemBody>('POST', '/handoffs', asked(ordered));
    expect(first.body.code).toBe('flow_mismatch');
    const again = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    expect([again.status, again.body.state]).toEqual([201, 'open']);
  });
});
