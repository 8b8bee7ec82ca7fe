/** A handoff from the customer's request to the confirmed appointment, over the real sandbox. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { asked, confirmOnPage, origin, profile } from '../support/co-branded-server.ts';
import { Customer } from '../support/customer.ts';
import { coBrandedOfFile } from '../support/server-of-test.ts';

const service = await coBrandedOfFile();

describe('A handoff', () => {
  it('opens a page of the configured origin for the order of the customer [HND-02] [HND-20] [GAP-94]', async () => {
    const ordered = await service.ordered('opens');
    const reply = await service.customer('opens').call<HandoffView>('POST', '/handoffs', asked(ordered));
    expect([reply.status, reply.body.state, reply.body.presentation_mode]).toEqual([201, 'open', 'iframe']);
    expect(new URL(reply.body.url ?? '').origin).toBe(service.frameOrigin);
    expect(reply.body.frame_origin).toBe(service.frameOrigin);
    expect(reply.body.allowed_hosts).toEqual(['gym.example', '127.0.0.1']);
    expect(Date.parse(reply.body.expires_at ?? '')).toBeGreaterThan(Date.now());
    expect(reply.body.appointment?.status).toBe('pending_scheduling');
    expect((await fetch(reply.body.url ?? '')).status).toBe(200);
  });

  // Also [HND-11] [HND-17] [T90]
  it('sends exactly the listed fields under the names of the service, with times byte for byte [HND-08] [HND-09] [HND-10]', async () => {
    const ordered = await service.ordered('leaves');
    await service.customer('leaves').call('POST', '/handoffs', {
      ...asked(ordered),
      return_url: 'https://gym.example/done?visit=1',
      member_profile_url: 'http://127.0.0.1:4300/me',
      ui_controls: { hide_change: true },
    });
    expect(service.wire.sent(`/v1/orders/${ordered.orderId}/schedule-handoff`)).toEqual({
      selected_appointment_date: ordered.times.primary,
      alternate_availabilities: ordered.times.alternates,
      customer_data: {
        first_name: profile.first_name,
        last_name: profile.last_name,
        phone: '2125550142',
        date_of_birth: '1988-09-17',
        sex_assigned_at_birth: 'female',
        address_line_1: '41 Millrace Lane',
        city: 'New York',
        state: 'NY',
        postal_code: '10013',
        height: 67.5,
        weight: 148,
      },
      return_url: 'https://gym.example/done?visit=1',
      member_profile_url: 'http://127.0.0.1:4300/me',
      presentation_mode: 'iframe',
      ui_controls: { hide_change: true },
    });
  });

  it('is reused for the same request, and replaced when the times differ', async () => {
    const ordered = await service.ordered('again');
    const customer = service.customer('again');
    const before = (await service.sandbox.ledger()).handoffs ?? 0;
    const [first, second] = await Promise.all([
      customer.call<HandoffView>('POST', '/handoffs', asked(ordered)),
      service.customer('again').call<HandoffView>('POST', '/handoffs', asked(ordered)),
    ]);
    expect(second.body.handoff_id).toBe(first.body.handoff_id);
    expect([first.status, second.status].sort()).toEqual([200, 201]);
    const { primary, alternates } = ordered.times;
    const turned = { primary: alternates[0] ?? '', alternates: [primary] };
    const other = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered, { times: turned }));
    expect(other.status).toBe(201);
    expect(other.body.handoff_id).not.toBe(first.body.handoff_id);
    expect((await service.sandbox.ledger()).handoffs).toBe(before + 2);
  });

  // Also [T89]
  it('trusts only the read of the appointment, not the page or the return link [HND-21] [GAP-98] [T87]', async () => {
    const ordered = await service.ordered('believes');
    const customer = service.customer('believes');
    const { body: opened } = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    const path = `/handoffs/${opened.handoff_id}`;
    const claimed = await customer.call<HandoffView>('POST', `${path}/verify`, { status: 'confirmed' });
    expect([claimed.body.state, claimed.body.appointment?.status]).toEqual([
      'verifying',
      'pending_scheduling',
    ]);
    expect(claimed.body.poll_after_ms).toBe(1000);
    const back = await customer.call<HandoffView>('GET', `${path}?status=confirmed`);
    expect(back.body.state).toBe('verifying');

    await confirmOnPage(opened.url ?? '', ordered.times);
    const read = await customer.call<HandoffView>('GET', path);
    expect([read.body.state, read.body.appointment?.status]).toEqual(['requested', 'pending_confirmation']);
    const reopened = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    expect([reopened.status, reopened.body.handoff_id, reopened.body.state]).toEqual([
      200,
      opened.handoff_id,
      'requested',
    ]);

    const id = read.body.appointment?.appointment_id ?? '';
    await service.sandbox.transition(id, { to: 'confirmed' });
    const confirmed = await customer.call<HandoffView>('GET', path);
    expect(confirmed.body.appointment).toMatchObject({ status: 'confirmed' });
    expect(confirmed.body.appointment?.scheduled_for).not.toBeNull();
    expect(confirmed.body.poll_after_ms).toBeNull();
  });

  it('waits for the location under every name of the status, and names it as the specification does', async () => {
    const ordered = await service.ordered('named');
    const customer = service.customer('named');
    const { body: opened } = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    await confirmOnPage(opened.url ?? '', ordered.times);
    await service.sandbox.settings({ appointment_status_aliases: ['requested'] });
    const read = await customer.call<HandoffView>('GET', `/handoffs/${opened.handoff_id}`);
    await service.sandbox.settings({ appointment_status_aliases: [] });
    expect(read.body).toMatchObject({
      state: 'requested',
      appointment: { status: 'pending_confirmation' },
      poll_after_ms: 15_000,
    });
  });

  it('lists its appointment with those of the other flow [HND-06]', async () => {
    const ordered = await service.ordered('listed');
    const customer = service.customer('listed');
    const { body } = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    const id = body.appointment?.appointment_id;
    expect((await customer.call('GET', `/appointments/${id}`)).status).toBe(200);
    expect((await service.customer('stranger').call('GET', `/appointments/${id}`)).status).toBe(404);
  });

  it('makes no request if the order was already requested [GAP-98]', async () => {
    const ordered = await service.ordered('before');
    const customer = service.customer('before');
    const { body: opened } = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    await confirmOnPage(opened.url ?? '', ordered.times);
    const before = (await service.sandbox.ledger()).handoffs;
    const { primary, alternates } = ordered.times;
    const turned = { primary: alternates[0] ?? '', alternates: [primary] };
    const reply = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered, { times: turned }));
    expect([reply.status, reply.body.state]).toEqual([200, 'requested']);
    expect((await service.sandbox.ledger()).handoffs).toBe(before);
  });

  it('has a page once the location declines times that were requested without it [GAP-98]', async () => {
    const ordered = await service.ordered('restored');
    const { body: lost } = await service
      .customer('restored')
      .call<HandoffView>('POST', '/handoffs', asked(ordered));
    await confirmOnPage(lost.url ?? '', ordered.times);
    // The database was restored to a point before the first handoff.
    const server = await service.another({ SQLITE_FILE: `${service.sqliteFile}.restored` });
    onTestFinished(() => server.stop());
    const customer = new Customer(server.url, origin, 'user-restored');
    const opened = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    expect(opened.body).toMatchObject({ state: 'requested', url: null });
    await service.sandbox.transition(opened.body.appointment?.appointment_id ?? '', {
      to: 'pending_scheduling',
    });
    const read = () => customer.call<HandoffView>('GET', `/handoffs/${opened.body.handoff_id}`);
    const [one, other] = await Promise.all([read(), read()]);
    expect([one.body.state, other.body.state]).not.toContain('requested');
    await expect.poll(async () => (await read()).body.state).toBe('open');
    const { url } = (await read()).body;
    expect((await fetch(url ?? '')).status).toBe(200);
    expect(url).not.toBe(lost.url);
  });
});

describe('An order', () => {
  it('comes from the partner’s code when the page names none [HND-05] [GAP-95]', async () => {
    const ordered = await service.ordered('nameless');
    const { order_id: _, ...rest } = asked(ordered);
    const reply = await service.customer('nameless').call<HandoffView>('POST', '/handoffs', rest);
    expect(reply.status).toBe(201);
    expect(service.books.asked.at(-1)).toEqual({ subject: 'user-nameless', orderId: null });
    service.wire.sent(`/v1/orders/${ordered.orderId}/schedule-handoff`);
  });

  it('of another customer is reported as unknown', async () => {
    const ordered = await service.ordered('owner');
    const owner = service.customer('owner');
    const { body } = await owner.call<HandoffView>('POST', '/handoffs', asked(ordered));
    const other = service.customer('other');
    const codes = [];
    for (const [method, path, sent] of [
      ['POST', '/handoffs', asked(ordered)],
      ['GET', `/handoffs/${body.handoff_id}`, undefined],
      ['POST', `/handoffs/${body.handoff_id}/verify`, undefined],
      ['POST', `/handoffs/${body.handoff_id}/retry`, undefined],
      ['GET', '/handoffs/00000000-0000-4000-8000-000000000000', undefined],
    ] as const) {
      const reply = await other.call<ProblemBody>(method, path, sent);
      codes.push([reply.status, reply.body.code]);
    }
    expect(codes).toEqual([
      [404, 'order_not_found'],
      ...Array.from({ length: 4 }, () => [404, 'handoff_not_found']),
    ]);
  });

  it('that the partner names for another customer is moved, with its page and its appointment', async () => {
    const ordered = await service.ordered('former');
    const [former, next] = [service.customer('former'), service.customer('next')];
    const { body: first } = await former.call<HandoffView>('POST', '/handoffs', asked(ordered));
    const id = first.appointment?.appointment_id ?? '';
    service.books.owners.set(ordered.orderId, 'user-next');
    const { status, body: moved } = await next.call<HandoffView>('POST', '/handoffs', asked(ordered));
    expect([status, moved.state, moved.handoff_id === first.handoff_id]).toEqual([201, 'open', false]);
    const statusesOf = async (customer: Customer, handoffId: string) => [
      (await customer.call('GET', `/handoffs/${handoffId}`)).status,
      (await customer.call('GET', `/appointments/${id}`)).status,
      (await customer.call<{ appointments: [] }>('GET', '/appointments')).body.appointments.length,
    ];
    expect(await statusesOf(former, first.handoff_id)).toEqual([404, 404, 0]);
    expect((await former.call('POST', `/handoffs/${first.handoff_id}/retry`)).status).toBe(404);
    expect(await statusesOf(next, moved.handoff_id)).toEqual([200, 200, 1]);
    // And back, for an account that was taken for another by mistake.
    service.books.owners.set(ordered.orderId, 'user-former');
    const { body: back } = await former.call<HandoffView>('POST', '/handoffs', asked(ordered));
    expect(await statusesOf(next, moved.handoff_id)).toEqual([404, 404, 0]);
    expect(await statusesOf(former, back.handoff_id)).toEqual([200, 200, 1]);
  });

  it('that the service does not know under this key is reported as unknown', async () => {
    const orderId = '11111111-1111-4111-8111-111111111111';
    const ordered = await service.ordered('missing');
    service.books.owners.set(orderId, 'user-missing');
    const reply = await service.customer('missing').call<ProblemBody>('POST', '/handoffs', {
      ...asked(ordered),
      order_id: orderId,
    });
    expect([reply.status, reply.body.code]).toEqual([404, 'order_not_found']);
  });

  it('that the partner’s code cannot look up is reported as such, and the operator sees it in the log', async () => {
    const ordered = await service.ordered('broken');
    service.books.broken = true;
    const reply = await service.customer('broken').call<ProblemBody>('POST', '/handoffs', asked(ordered));
    service.books.broken = false;
    expect([reply.status, reply.body.code]).toEqual([503, 'order_unavailable']);
    expect(service.logged()).toContain('"hook":"handoffOrder"');
  });
});

describe('What a customer typed and the secret page address', () => {
  it('are in no log, and in the database only encrypted', async () => {
    const ordered = await service.ordered('sealed');
    const { body } = await service.customer('sealed').call<HandoffView>('POST', '/handoffs', asked(ordered));
    const secret = new URL(body.url ?? '').pathname.split('/').at(-1) ?? '';
    expect(secret.length).toBeGreaterThan(8);
    for (const text of [service.logged(), await service.stored()]) {
      expect(text).not.toContain('Canary');
      expect(text).not.toContain('2125550142');
      expect(text).not.toContain(secret);
    }
    expect(JSON.stringify(body)).not.toMatch(/Canary|2125550142|Millrace/);
  });
});
