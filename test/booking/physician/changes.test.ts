/** Changes, conflicts and ends of a structured order, over the real sandbox. */
import { describe, expect, it } from 'vitest';
import type { FullApiServer } from '../../support/full-api-server.ts';
import {
  approvalOf,
  finalizesOf,
  harness,
  postsOf,
  presented,
  provider,
  sessionAt,
} from '../../support/physician-harness.ts';
import { physiciansOfTest } from '../../support/server-of-test.ts';

let service: FullApiServer;

const begin = async (settings?: object) => {
  service = await physiciansOfTest('structured_api');
  if (settings) await service.sandbox.settings(settings);
  return harness(service);
};
const posts = (pattern: RegExp) => postsOf(service, pattern);
const finalizes = () => finalizesOf(service);
const creates = () => posts(/physician-order-sessions$/);
const atTheService = (sessionId: string) => sessionAt(service, sessionId);

describe('A structured order', () => {
  it('is frozen again when the provider changes, and replaces the earlier one [PHY-40] [PHY-41] [T73]', async () => {
    const { clinician } = await begin();
    const first = await clinician.prepare();
    expect(first.given?.physician).toEqual(provider.physician);
    const changed = {
      ...provider,
      physician: { ...provider.physician, credentials: 'DO' },
      replaces_session_id: first.session_id,
    };
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

  it('never replaces one that another tab made meanwhile [PHY-40] [IDEM-12]', async () => {
    const { clinician } = await begin();
    const first = await clinician.prepare();
    const late = await clinician.send('POST', '/session', provider);
    expect([late.status, late.body.code]).toEqual([409, 'order_moved']);
    expect(creates()).toHaveLength(1);
    await clinician.sign(first);
  });

  it('accepts identifiers as typed, and keeps them when the service does not [GAP-77]', async () => {
    const { clinician } = await begin();
    const odd = { ...provider, physician: { ...provider.physician, license_state: 'Empire State' } };
    const view = (await clinician.send('POST', '/session', odd)).body;
    expect(view.notice).toMatchObject({ code: 'not_accepted', upstream_request_id: expect.any(String) });
    expect(view.shows).toMatchObject({ step: 'provider', form: { given: odd } });
    await clinician.sign(await clinician.prepare());
  });

  it('can be abandoned with a reason, and begun again [PHY-24]', async () => {
    const { clinician } = await begin();
    const shown = await clinician.prepare();
    const view = await clinician.until('provider', 'POST', '/abandon');
    expect(view.shows).toMatchObject({ form: { given: { physician: provider.physician } } });
    expect(posts(/abandon$/)).toEqual([{ reason: expect.stringMatching(/\S/) }]);
    expect((await atTheService(shown.session_id)).status).toBe('abandoned');
    await clinician.sign(await clinician.prepare());
  });

  it('reuses the open session before it makes another [PHY-06] [GAP-85]', async () => {
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

  it('is read and signed again after it expired, and never signed as it was [GAP-83]', async () => {
    const { clinician } = await begin();
    const shown = await clinician.prepare();
    await service.sandbox.advance(25 * 3600);
    const view = await clinician.until('provider', 'POST', '/finalize', approvalOf(shown));
    expect(view.notice?.code).toBe('session_closed');
    await clinician.sign(await clinician.prepare());
    expect((await service.sandbox.ledger()).physician_finalizations).toBe(1);
  });

  it('is read again and stays unsigned when the service rejects its hashes [GAP-83] [PHY-42]', async () => {
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

  it('is requested from the physician again when its artifact fails [GAP-81]', async () => {
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
    'stops when %s is false, logs it for the operator and tries nothing else [PHY-42]',
    async (setting, code) => {
      const { clinician } = await begin();
      await service.sandbox.settings({ [setting]: false });
      const before = service.wire.requests.length;
      expect((await clinician.send('GET')).body.shows).toEqual({ step: 'blocked', code: 'not_configured' });
      expect((await clinician.send('POST', '/session', provider)).body.code).toBe('not_configured');
      const asked = service.wire.requests.slice(before).filter(({ url }) => url.includes('physician-order'));
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

  it('also stops when the error comes with the session itself', async () => {
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
