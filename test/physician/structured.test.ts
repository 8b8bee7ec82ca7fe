/** The structured branch over the real sandbox: from the bundle to the signed form, with every change and every ending. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type {
  PhysicianFinalizeRequest,
  PhysicianSession,
} from '../../server/contract/upstream-api/physician-order.ts';
import type { Service } from '../journey/service.ts';
import {
  approvalOf,
  Clinician,
  clinicianAddress,
  clinicianAgent,
  presented,
  provider,
  stand,
  startPhysicians,
} from './stand.ts';

let service: Service;
afterEach(() => service.stop());

const begin = async (settings?: object) => {
  service = await startPhysicians('structured_api');
  if (settings) await service.sandbox.settings(settings);
  return stand(service);
};

const posts = (pattern: RegExp) =>
  service.wire.overheard
    .filter(({ method, url }) => method === 'POST' && pattern.test(url))
    .map(({ body }) => JSON.parse(body));
const finalizes = (): PhysicianFinalizeRequest[] => posts(/physician-order-sessions\/[^/]+\/finalize$/);
const creates = () => posts(/physician-order-sessions$/);

/** The session as the service itself shows it. */
async function atTheService(sessionId: string): Promise<PhysicianSession> {
  const reply = await fetch(`${service.sandbox.url}/v1/api-first/physician-order-sessions/${sessionId}`, {
    headers: { 'x-api-key': `${service.env.UPSTREAM_API_KEY}` },
  });
  return ((await reply.json()) as { data: PhysicianSession }).data;
}

describe('A structured order', () => {
  it('is frozen, read in full, signed and followed to the form [CFG-26] [PHY-02] [PHY-09] [PHY-10] [PHY-11] [PHY-13] [PHY-14] [PHY-22] [PHY-26] [PHY-27] [PHY-28] [PHY-29] [PHY-34] [PHY-35] [GAP-82] [T72]', async () => {
    const { clinician, booked } = await begin();
    const view = await clinician.until('provider');
    expect(view.shows).toMatchObject({
      form: {
        allowed_approval_methods: ['electronic_signature'],
        order_date_required: true,
        sla: null,
        given: null,
      },
    });
    const shown = await clinician.prepare();
    expect(shown.signable).toBe(true);
    const session = await atTheService(shown.session_id);
    await clinician.sign(shown);
    expect(creates()).toEqual([
      {
        template_version_id: session.template.id,
        content_hash: session.template.content_hash,
        context_hash: session.context_hash,
        order_date: provider.order_date,
        physician: provider.physician,
        approval_method: 'electronic_signature',
        workflow_type: 'partner_electronic',
      },
    ]);
    const [sent] = finalizes();
    expect(sent).toEqual({
      template_version_id: session.template.id,
      content_hash: session.template.content_hash,
      context_hash: session.context_hash,
      presentation_hash: session.presentation_hash,
      approval: {
        approved_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        order_acknowledgement: true,
        electronic_signature_attestation: true,
        typed_name: 'Ada Moreau-Whitlock',
        ip_address: clinicianAddress,
        user_agent: clinicianAgent,
        device_metadata: {},
        session_reference: expect.any(String),
        external_reference_id: expect.any(String),
      },
      partner_attestation: {
        accepted: true,
        version: session.partner_attestation.version,
        text_hash: session.partner_attestation.text_hash,
      },
    });
    const form = await clinician.http.fetch('GET', `${clinician.path}/signed-form`);
    expect([form.status, form.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await booked.read()).form.available).toBe(true);
    expect(await service.sandbox.ledger()).toMatchObject({
      physician_sessions: 1,
      physician_finalizations: 1,
      physician_evidence: 0,
    });
  });

  it('shows every part of the presentation unchanged and in order, and nothing beside it [PHY-14] [PHY-15] [PHY-30] [T95]', async () => {
    const { clinician } = await begin();
    const shown = await clinician.prepare();
    const { presentation } = await atTheService(shown.session_id);
    const texts = (value: unknown): string[] => {
      if (typeof value === 'string') return [value];
      if (typeof value !== 'object' || value === null) return [];
      return Object.entries(value).flatMap(([key, part]) => (key === 'id' ? [] : texts(part)));
    };
    const shownTexts = (nodes: unknown[]): string[] =>
      nodes.flatMap((node) => {
        const { text, nodes: inner = [] } = node as { text?: string; nodes?: unknown[] };
        return text === undefined ? shownTexts(inner) : [text];
      });
    expect(shown.title).toBe(presentation.title);
    expect(shownTexts(shown.nodes)).toEqual(texts(presentation.sections));
    expect(shown.acknowledgements?.flatMap(({ nodes }) => shownTexts(nodes))).toEqual(
      texts(presentation.required_acknowledgements),
    );
    expect(shown.acknowledgements?.map(({ field }) => field)).toEqual([
      'order_acknowledgement',
      'electronic_signature_attestation',
    ]);
    expect(Object.keys(shown).toSorted()).toEqual([
      'acknowledgements',
      'expires_at',
      'given',
      'nodes',
      'presentation_hash',
      'session_id',
      'signable',
      'step',
      'title',
    ]);
  });

  it('takes the 202 with its Location for the answer, waits, and reads the path it knows [PHY-37] [PHY-38] [PHY-39] [GAP-84] [T07] [T74]', async () => {
    const { clinician } = await begin({ physician_artifact_seconds: null });
    const shown = await clinician.prepare();
    const signedAt = performance.now();
    await clinician.sign(shown, 'finalizing');
    await new Promise((done) => setTimeout(done, 1_500));
    const reads = () =>
      service.wire.overheard.filter(
        ({ method, url }) => method === 'GET' && /physician-order-sessions\//.test(url),
      );
    // The service asked for five seconds of patience.
    expect(reads()).toEqual([]);
    await fetch(`${service.sandbox.url}/sandbox/physician-sessions/${shown.session_id}/artifact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"status":"available"}',
    });
    await clinician.until('done');
    expect(performance.now() - signedAt).toBeGreaterThan(4_500);
    expect(finalizes()).toHaveLength(1);
    expect(new Set(reads().map(({ url }) => url))).toEqual(
      new Set([`/v1/api-first/physician-order-sessions/${shown.session_id}`]),
    );
  });

  it('never follows a Location to where it points [PHY-39] [T74]', async () => {
    const { clinician } = await begin();
    const shown = await clinician.prepare();
    const heard: string[] = [];
    const elsewhere = createServer((request, response) => {
      heard.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
    const { port } = elsewhere.address() as AddressInfo;
    await service.sandbox.fault('POST', '/v1/api-first/physician-order-sessions/*/finalize', {
      kind: 'status',
      status: 202,
      headers: { Location: `http://127.0.0.1:${port}/taken`, 'Retry-After': '1' },
      body: { code: 202, data: await atTheService(shown.session_id), error: null },
    });
    await clinician.sign(shown, 'finalizing');
    // By the path it knows the server learns that the session is still open.
    await clinician.until('presentation');
    elsewhere.close();
    expect(heard).toEqual([]);
  });

  it('keeps no address of the signed form and shows it through the server alone [PHY-45]', async () => {
    const { clinician } = await begin();
    const shown = await clinician.prepare();
    const view = await clinician.sign(shown);
    const { artifact } = await atTheService(shown.session_id);
    const path = new URL(artifact?.signed_form_url ?? '').pathname;
    expect(JSON.stringify(view)).not.toContain('signed_form_url');
    expect(service.logged()).not.toContain(path);
    expect(await service.stored()).not.toContain(path);
  });

  it('is told to ask for no more than the service offers [PHY-05] [PHY-12]', async () => {
    const { clinician } = await begin();
    for (const wrong of [{ approval_method: 'wet_ink' }, { workflow_type: 'fax' }]) {
      const reply = await clinician.send('POST', '/session', { ...provider, ...wrong });
      expect([reply.status, reply.body.code]).toEqual([422, 'invalid_fields']);
    }
    const { order_date: _, ...undated } = provider;
    expect((await clinician.send('POST', '/session', undated)).status).toBe(422);
    expect(creates()).toEqual([]);
  });

  it('is frozen anew where the provider changes, in the place of the one before [PHY-40] [PHY-41] [T73]', async () => {
    const { clinician } = await begin();
    const first = await clinician.prepare();
    expect(first.given?.physician).toEqual(provider.physician);
    const changed = { ...provider, physician: { ...provider.physician, credentials: 'DO' } };
    const second = presented((await clinician.send('POST', '/session', changed)).body);
    expect(second.session_id).not.toBe(first.session_id);
    expect(creates()[1]).toMatchObject({
      replaces_session_id: first.session_id,
      physician: changed.physician,
    });
    expect((await atTheService(first.session_id)).status).toBe('replaced');
    const stale = await clinician.send('POST', '/finalize', approvalOf(first));
    expect([stale.status, stale.body.code]).toEqual([409, 'order_moved']);
    expect(finalizes()).toEqual([]);
    await clinician.sign(second);
  });

  it('can be given up, with a reason, and begun again [PHY-24]', async () => {
    const { clinician } = await begin();
    const shown = await clinician.prepare();
    const view = await clinician.until('provider', 'POST', '/abandon');
    expect(view.shows).toMatchObject({ form: { given: { physician: provider.physician } } });
    expect(posts(/abandon$/)).toEqual([{ reason: expect.stringMatching(/\S/) }]);
    expect((await atTheService(shown.session_id)).status).toBe('abandoned');
    await clinician.sign(await clinician.prepare());
  });

  it('takes up the session that stands open before it makes another [PHY-06] [GAP-85]', async () => {
    const { clinician, booked } = await begin();
    const bundle = await fetch(
      `${service.sandbox.url}/v1/api-first/appointments/${booked.id}/physician-order-bundle`,
      {
        headers: { 'x-api-key': `${service.env.UPSTREAM_API_KEY}` },
      },
    );
    const { data } = (await bundle.json()) as {
      data: { context_hash: string; template: { id: string; content_hash: string } };
    };
    await fetch(`${service.sandbox.url}/v1/api-first/appointments/${booked.id}/physician-order-sessions`, {
      method: 'POST',
      headers: {
        'x-api-key': `${service.env.UPSTREAM_API_KEY}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({
        template_version_id: data.template.id,
        content_hash: data.template.content_hash,
        context_hash: data.context_hash,
        ...provider,
        approval_method: 'electronic_signature',
        workflow_type: 'partner_electronic',
      }),
    });
    const view = await clinician.until('presentation');
    expect(view.notice?.code).toBe('resumed');
    expect(creates()).toEqual([]);
    await clinician.sign(presented(view));
  });

  it('that ran out is read and signed anew, never signed as it was [GAP-83]', async () => {
    const { clinician } = await begin();
    const shown = await clinician.prepare();
    await service.sandbox.advance(25 * 3600);
    const view = await clinician.until('provider', 'POST', '/finalize', approvalOf(shown));
    expect(view.notice?.code).toBe('session_closed');
    await clinician.sign(await clinician.prepare());
    expect((await service.sandbox.ledger()).physician_finalizations).toBe(1);
  });

  it('whose hashes the service does not take is read again and stays unsigned [GAP-83] [PHY-42]', async () => {
    const { clinician } = await begin();
    const shown = await clinician.prepare();
    await service.sandbox.fault('POST', '/v1/api-first/physician-order-sessions/*/finalize', {
      kind: 'status',
      status: 409,
    });
    const reply = await clinician.send('POST', '/finalize', approvalOf(shown));
    expect(reply.body.notice).toMatchObject({
      code: 'not_accepted',
      upstream_request_id: expect.any(String),
    });
    expect(presented(reply.body).session_id).toBe(shown.session_id);
    await clinician.sign(shown);
    expect((await service.sandbox.ledger()).physician_evidence).toBe(0);
  });

  it('whose artifact fails is asked of the physician anew [GAP-81]', async () => {
    const { clinician } = await begin({ physician_artifact_seconds: null });
    const shown = await clinician.prepare();
    await clinician.sign(shown, 'finalizing');
    await fetch(`${service.sandbox.url}/sandbox/physician-sessions/${shown.session_id}/artifact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"status":"failed"}',
    });
    const view = await clinician.until('provider');
    expect(view.notice?.code).toBe('artifact_failed');
  });

  it.each([
    ['structured_attestation_configured', 'STRUCTURED_PHYSICIAN_ATTESTATION_NOT_CONFIGURED'],
    ['structured_template_configured', 'STRUCTURED_PHYSICIAN_TEMPLATE_NOT_CONFIGURED'],
  ])(
    'stops where %s is false, tells the operator and tries nothing else [ERR-30] [ERR-31] [PHY-42] [T75]',
    async (setting, code) => {
      const { clinician } = await begin();
      await service.sandbox.settings({ [setting]: false });
      const before = service.wire.overheard.length;
      expect((await clinician.send('GET')).body.shows).toEqual({ step: 'blocked', code: 'not_configured' });
      expect((await clinician.send('POST', '/session', provider)).body.code).toBe('not_configured');
      const asked = service.wire.overheard.slice(before).filter(({ url }) => url.includes('physician-order'));
      expect(asked.map(({ method, url }) => `${method} ${url.split('/').at(-1)}`)).toEqual([
        'GET physician-order-bundle',
        'GET physician-order-bundle',
      ]);
      expect(service.logged()).toContain(code);
      expect(service.logged()).toContain('"physician.stopped"');
      await service.sandbox.settings({ [setting]: true });
      await clinician.sign(await clinician.prepare());
    },
  );

  it('stops too where that comes with the session itself [ERR-31]', async () => {
    const { clinician } = await begin();
    const details = { code: 'STRUCTURED_PHYSICIAN_TEMPLATE_NOT_CONFIGURED' };
    await service.sandbox.fault('POST', '/v1/api-first/appointments/*/physician-order-sessions', {
      kind: 'status',
      status: 503,
      body: {
        code: 503,
        data: null,
        error: {
          message: 'unavailable',
          details,
          request_id: 'req-1',
          timestamp: '2026-01-05T00:00:00.000Z',
          path: '/v1',
        },
      },
    });
    await clinician.send('POST', '/session', provider);
    expect(creates()).toHaveLength(1);
    expect(service.logged()).toContain('"physician.stopped"');
  });
});

it('refuses an approval that lacks a part, before anything leaves [PHY-29] [PHY-32] [T71]', async () => {
  const { clinician } = await begin();
  const approval = approvalOf(await clinician.prepare());
  const { electronic_signature_attestation: _, ...half } = approval;
  for (const wrong of [
    half,
    { ...approval, order_acknowledgement: false },
    { ...approval, typed_name: '  ' },
    { ...approval, partner_attestation: true },
    { ...approval, physician: provider.physician },
  ])
    expect((await clinician.send('POST', '/finalize', wrong)).status).toBe(422);
  expect(finalizes()).toEqual([]);
});

it('lets another physician see nothing of it, and keeps what is typed sealed [PHY-44]', async () => {
  const { clinician, booked } = await begin();
  await clinician.prepare();
  const stranger = new Clinician(service, booked.id, 'staff-bo');
  for (const [method, action, body] of [
    ['GET', '', undefined],
    ['POST', '/session', provider],
    ['GET', '/signed-form', undefined],
  ] as const)
    expect((await stranger.send(method, action, body)).body.code).toBe('appointment_not_found');
  const kept = await service.stored();
  for (const secret of ['Moreau-Whitlock', '1730184456', 'MED-204417']) {
    expect(kept).not.toContain(secret);
    expect(service.logged()).not.toContain(secret);
  }
});
