/** The structured branch over the real sandbox: from the bundle to the signed form. */
import { describe, expect, it } from 'vitest';
import { decryptedDatabase } from '../../support/decrypted-columns.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import {
  approvalOf,
  Clinician,
  clinicianAddress,
  clinicianAgent,
  finalizesOf,
  harness,
  postsOf,
  provider,
  sessionAt,
} from '../../support/physician-harness.ts';
import { serve } from '../../support/serve.ts';
import { physiciansOfTest } from '../../support/server-of-test.ts';

let service: FullApiServer;

const begin = async (settings?: object, clock?: ManualClock) => {
  service = await physiciansOfTest('structured_api', clock && { clock });
  if (settings) await service.sandbox.settings(settings);
  return harness(service);
};

const finalizes = () => finalizesOf(service);
const creates = () => postsOf(service, /physician-order-sessions$/);
const atTheService = (sessionId: string) => sessionAt(service, sessionId);

describe('A structured order', () => {
  // Also [PHY-10] [PHY-11] [PHY-13] [PHY-14] [PHY-22] [PHY-26] [PHY-27] [PHY-28] [PHY-29] [PHY-34] [PHY-35] [GAP-82] [T72]
  it('is frozen, read in full, signed and followed to the form [CFG-26] [PHY-02] [PHY-09]', async () => {
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

  it('shows every part of the presentation unchanged and in order, and nothing else [PHY-14] [PHY-15]', async () => {
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

  // Also [GAP-84] [T74]
  it('accepts the 202 with its Location as the response, waits, and reads the known path [PHY-37] [PHY-38] [PHY-39]', async () => {
    const clock = manualClock(Date.now());
    const { clinician } = await begin({ physician_artifact_seconds: null }, clock);
    const shown = await clinician.prepare();
    await clinician.sign(shown, 'finalizing');
    clock.advance(4_500);
    await service.idle();
    const reads = () =>
      service.wire.requests.filter(
        ({ method, url }) => method === 'GET' && /physician-order-sessions\//.test(url),
      );
    // The service asked to wait five seconds.
    expect(reads()).toEqual([]);
    await fetch(`${service.sandbox.url}/sandbox/physician-sessions/${shown.session_id}/artifact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"status":"available"}',
    });
    clock.advance(1_000);
    await service.idle();
    await clinician.until('done');
    expect(finalizes()).toHaveLength(1);
    expect(new Set(reads().map(({ url }) => url))).toEqual(
      new Set([`/v1/api-first/physician-order-sessions/${shown.session_id}`]),
    );
  });

  it('never follows a Location [PHY-39] [T74]', async () => {
    const { clinician } = await begin();
    const shown = await clinician.prepare();
    const received: string[] = [];
    const elsewhere = await serve((request, response) => {
      received.push(request.url ?? '');
      response.end('{}');
    });
    await service.sandbox.fault('POST', '/v1/api-first/physician-order-sessions/*/finalize', {
      kind: 'status',
      status: 202,
      headers: { Location: `${elsewhere.url}/taken`, 'Retry-After': '1' },
      body: { code: 202, data: await atTheService(shown.session_id), error: null },
    });
    await clinician.sign(shown, 'finalizing');
    // By the path it knows the server learns that the session is still open.
    await clinician.until('presentation');
    await elsewhere.close();
    expect(received).toEqual([]);
  });

  it('stores no address of the signed form, and serves the form only through the server [PHY-45]', async () => {
    const early = 'https://forms.example/in-the-response-to-the-signature';
    service = await physiciansOfTest('structured_api', {
      rewrite: ({ url }, answer) => {
        const { data } = (answer.body ?? {}) as { data?: { artifact?: object } };
        if (/physician-order-sessions\/[^/]+\/finalize$/.test(url) && data)
          data.artifact = { status: 'pending', signed_form_url: early };
        return answer;
      },
    });
    const { clinician } = await harness(service);
    const shown = await clinician.prepare();
    const view = await clinician.sign(shown);
    const { artifact } = await atTheService(shown.session_id);
    const path = new URL(artifact?.signed_form_url ?? '').pathname;
    expect(JSON.stringify(view)).not.toContain('signed_form_url');
    expect(service.logged()).not.toContain(path);
    const kept = await decryptedDatabase(service.env);
    expect(kept).toContain(shown.presentation_hash);
    expect(kept).not.toContain(path);
    expect(kept).not.toContain(early);
  });

  it('requests only what the service offers [PHY-05] [PHY-12]', async () => {
    const { clinician } = await begin();
    for (const wrong of [{ approval_method: 'wet_ink' }, { workflow_type: 'fax' }]) {
      const reply = await clinician.send('POST', '/session', { ...provider, ...wrong });
      expect([reply.status, reply.body.code]).toEqual([422, 'invalid_fields']);
    }
    const { order_date: _, ...undated } = provider;
    expect((await clinician.send('POST', '/session', undated)).status).toBe(422);
    expect(creates()).toEqual([]);
  });
});

it('has the day at the location as its date if the provider gives none [PHY-10]', async () => {
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
  const zones = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];
  // At any hour, one of them has another day than UTC.
  const timezone = zones.find((zone) => dayIn(zone) !== dayIn('UTC')) ?? '';
  service = await physiciansOfTest('structured_api', {
    rewrite: ({ url }, answer) => {
      type Body = { data: { location?: object; session_requirements?: object } | null };
      const { data } = (answer.body ?? { data: null }) as Body;
      if (url.startsWith('/v1/appointments/') && data?.location) Object.assign(data.location, { timezone });
      if (data?.session_requirements)
        Object.assign(data.session_requirements, { order_date_required: false });
      return answer;
    },
  });
  const { clinician } = await harness(service);
  const { order_date: _, ...undated } = provider;
  const before = dayIn(timezone);
  await clinician.prepare(undated);
  expect([before, dayIn(timezone)]).toContain(creates()[0]?.order_date);
});

it('rejects an approval that lacks a part, before it sends anything [PHY-29]', async () => {
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

it('shows another physician nothing of it, and keeps typed input encrypted [PHY-44]', async () => {
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
  for (const secret of ['Moreau-Whitlock', '1730184458', 'MED-204417']) {
    expect(kept).not.toContain(secret);
    expect(service.logged()).not.toContain(secret);
  }
});
