/** Evidence on paper, of a consent and of a physician's order, and the storage of its bytes. */
import { deepEqual, equal, ok, partialDeepStrictEqual } from 'node:assert/strict';
import { answers, done, each } from '../assertions.ts';
import { nobody, orderBody, pairOf, prescreen, ready } from '../booking.ts';
import { defineArea } from '../check.ts';
import { brief, type Client } from '../client.ts';
import { customerBody, identify } from '../customer.ts';
import {
  complete,
  consentEvidence,
  consentEvidenceBody,
  declare,
  declared,
  documentOf,
  handIn,
  onPaper,
  paperOrder,
  pdf,
  physicianEvidence,
  physicianEvidenceOf,
  wrongAttestations,
  wrongDocuments,
} from '../evidence-steps.ts';
import type { Shape } from '../shapes.ts';

const { must, told, checks } = defineArea('evidence', 'Endpoints: Consent evidence (api_partner_pdf)');
/** The checks of this area. */
export const evidence = checks;

must.write`declare: a record awaits its bytes, is made once for its key, and is read by its partner only [CEV-05] [CEV-10] [CEV-12] [IDEM-03] [AUTH-10] [CEV-08] [CEV-11] [CEV-13] [UPL-09]`(
  async (trial) => {
    const client = await trial.key(onPaper);
    const body = consentEvidenceBody(client, await identify(client));
    const first = await client.post<Shape<'evidence'>>(consentEvidence, body, 'one');
    equal(first.status, 201);
    partialDeepStrictEqual(first.data, {
      status: 'awaiting_upload',
      canonical_test_type: 'DEXA',
      signer_name: 'Ada Example',
      appointment_id: null,
    });
    deepEqual((await client.post<Shape<'evidence'>>(consentEvidence, body, 'one')).data, first.data);
    answers(
      await client.post(consentEvidence, { ...body, signer_name: 'Eve Example' }, 'one'),
      '409 IDEMPOTENCY_CONFLICT',
    );
    answers(await client.post(consentEvidence, body, null), 400);
    await trial.committed({ consent_evidence: 1, physician_evidence: 0 });
    const stranger = await trial.stranger(onPaper);
    const path = `${consentEvidence}/${first.data.id}`;
    for (const refused of [
      await stranger.get(path),
      await stranger.post(`${path}/upload-sessions`),
      await complete(stranger, consentEvidence, first.data),
    ])
      answers(refused, 404);
    answers(await client.get(`${consentEvidence}/not-an-id`), 400);
  },
);

must.write`bad-declaration: a declaration is a PDF of at most 20 MiB, with its lowercase hash [CEV-10] [UPL-01] [UPL-02] [UPL-03] [UPL-04] [UPL-16] [GAP-32] [GAP-37]`(
  async (trial) => {
    const client = await trial.key(onPaper);
    const id = await identify(client);
    const wrong = [
      ...[...wrongDocuments, ...wrongAttestations],
      { canonical_test_type: 'MRI' },
      { signed_at: 'yesterday' },
      { collected_at: '2026-11-20' },
      { signer_name: ' ' },
      { customer_identity_id: 'customer-1' },
    ];
    await each(wrong, async (changes) => {
      const refused = await declare(client, changes, id);
      answers(refused, 400);
      ok(refused.error.details);
    });
    answers(await declare(client, { document: documentOf(pdf, { content_length: 20_971_520 }) }, id), 201);
    answers(await declare(client, {}, nobody), 404);
  },
);

must.levers`scopes: evidence needs its two scopes [CEV-06] [CEV-07] [PEV-16]`(async (trial) => {
  for (const [base, provisioned, name] of [
    [consentEvidence, onPaper, 'consent_evidence'],
    [physicianEvidence, paperOrder, 'physician_order_evidence'],
  ] as const) {
    const reader = await trial.key({ ...provisioned, scopes: [`read:${name}`] });
    const writer = await trial.key({ ...provisioned, scopes: [`write:${name}`] });
    answers(await writer.get(`${base}/${nobody}`), 403);
    answers(await reader.get(`${base}/${nobody}`), 404);
    for (const path of [`/${nobody}/upload-sessions`, `/${nobody}/upload-sessions/${nobody}/complete`]) {
      const refused = await reader.post(base + path, {});
      answers(refused, 403);
      ok(refused.error.message.includes(`write:${name}`));
    }
  }
});

must.write`list: the list is filtered by each field, and has fifty items unless asked otherwise [CEV-01] [CEV-03] [CEV-04] [LIM-07] [PEV-01] [GAP-36]`(
  async (trial) => {
    const client = await trial.key(onPaper);
    const [id, another] = [await identify(client), await identify(client)];
    const dexa = await done(declare(client, {}, id));
    const vo2 = await done(
      declare(client, { canonical_test_type: 'VO2', external_reference_id: another }, id),
    );
    const theirs = await done(declare(client, {}, another));
    await handIn(client, consentEvidence, dexa);
    const list = async (query: string) =>
      done(client.get<Shape<'evidenceList'>>(`${consentEvidence}?${query}`));
    const of = `customer_identity_id=${id}`;
    await each(
      [
        [of, [dexa, vo2]],
        [`customer_identity_id=${another}`, [theirs]],
        [`${of}&canonical_test_type=VO2`, [vo2]],
        [`${of}&status=accepted`, [dexa]],
        [`external_reference_id=${another}`, [vo2]],
        [`${of}&external_reference_id=consent-1&status=awaiting_upload`, []],
        [`${of}&limit=1`, [dexa]],
        [`${of}&limit=1&offset=1`, [vo2]],
      ] as const,
      async ([query, records]) =>
        deepEqual(
          (await list(query)).items.map((item) => item.id),
          records.map((record) => record.id),
        ),
    );
    deepEqual((await list(`${of}&limit=1`)).pagination, {
      has_more: true,
      limit: 1,
      offset: 0,
      returned_count: 1,
    });
    deepEqual((await list(of)).pagination, { has_more: false, limit: 50, offset: 0, returned_count: 2 });
    deepEqual(
      (await (await trial.stranger(onPaper)).get<Shape<'evidenceList'>>(`${consentEvidence}?${of}`)).data
        ?.items ?? [],
      [],
    );
  },
);

told.levers`list-queries: bad queries of the list, whether it shows upload sessions, and the routes of the other branch [GAP-04] [GAP-36] [CEV-03] [CFG-17] [CFG-16]`(
  async (trial) => {
    const { client, record } = await declared(trial);
    const found: Record<string, unknown> = {};
    for (const query of [
      'status=done',
      'limit=0',
      'limit=101',
      'offset=-1',
      'customer_identity_id=me',
      'page=2',
    ])
      found[query] = brief(await client.get(`${consentEvidence}?${query}`));
    const shown = async () =>
      (await done(client.get<Shape<'evidenceList'>>(consentEvidence))).items.map((item) =>
        Boolean(item.upload_session),
      );
    const awaiting = await shown();
    await handIn(client, consentEvidence, record);
    const other = [
      await trial.partner.get(consentEvidence),
      await declare(trial.partner),
      await trial.partner.post(`${consentEvidence}/${nobody}/upload-sessions`),
      await trial.partner.get(physicianEvidenceOf(nobody)),
    ];
    await trial.control('PATCH', `/keys/${client.prefix}`, { customer_consent_mode: 'service_consent_api' });
    answers(await client.get(`${consentEvidence}/${record.id}`), 200);
    return {
      ...found,
      'session shown': [awaiting, await shown()],
      'other branch': other.map(brief),
      'changed branch': brief(await declare(client)),
    };
  },
);

must.levers`outcomes: processing ends in accepted, rejected or failed, with a reason [UPL-30] [UPL-31] [CEV-12] [GAP-33]`(
  async (trial) => {
    await trial.set({ evidence_processing_seconds: null });
    await each(
      [
        ['accepted', null],
        ['rejected', 'evidence_hash_mismatch'],
        ['failed', 'processing_failed'],
      ] as const,
      async ([status, safe_reason_code]) => {
        const { client, record, decide, shown } = await declared(trial);
        equal((await handIn(client, consentEvidence, record)).status, 'processing');
        await decide({ status, ...(safe_reason_code && { safe_reason_code }) });
        partialDeepStrictEqual(await shown(), { status, safe_reason_code, upload_session: null });
      },
    );
  },
);

/** Places an order on the evidence. */
async function cite(client: Client, identityId: string, evidenceId: string) {
  const identifiers = {
    ...(await pairOf(client, 'DEXA')),
    customer_identity_id: identityId,
    partner_consent_evidence_id: evidenceId,
    customer: customerBody(),
  };
  return client.post('/v1/orders', orderBody({ identifiers }));
}

must.levers`usable: only accepted evidence of this customer and test carries an order [CEV-21] [ORD-10]`(
  async (trial) => {
    const client = await trial.key(onPaper);
    const [id, another] = [await identify(client), await identify(client)];
    const accepted = await handIn(client, consentEvidence, await done(declare(client, {}, id)));
    answers(await cite(client, id, accepted.id), 201);
    const vo2 = await done(declare(client, { canonical_test_type: 'VO2' }, id));
    const theirs = await done(declare(client, {}, another));
    for (const record of [vo2, theirs]) await handIn(client, consentEvidence, record);
    const awaiting = await done(declare(client, {}, id));
    await trial.set({ evidence_processing_seconds: null });
    const processing = await handIn(client, consentEvidence, await done(declare(client, {}, id)));
    equal(processing.status, 'processing');
    await each([vo2, theirs, awaiting, processing, { id: nobody }], async (record) => {
      const refused = await cite(client, id, record.id);
      ok(refused.status >= 400 && refused.status < 500, brief(refused));
    });
  },
);

must.write`prescreened: evidence carries a prescreen too [CFG-23]`(async (trial) => {
  const client = await trial.key(onPaper);
  const from = await ready(client, 'CALST');
  const { order_id } = await done(prescreen(client, from));
  answers(await client.post('/v1/orders', orderBody(from, { order_id })), 201);
});

told.levers`outcomes-told: reasons, lives and what ends a record by itself [GAP-33] [GAP-34] [GAP-35] [GAP-41]`(
  async (trial) => {
    const { client, record, shown } = await declared(trial);
    const { status_changed_at, expires_at } = await handIn(client, consentEvidence, record);
    const days = (Date.parse(expires_at ?? '') - Date.parse(status_changed_at)) / 86_400_000;
    const again = await done(
      declare(client, { external_reference_id: 'newer' }, record.customer_identity_id ?? ''),
    );
    await handIn(
      client,
      consentEvidence,
      await done(declare(client, { canonical_test_type: 'VO2' }, record.customer_identity_id ?? '')),
    );
    equal((await shown()).status, 'accepted');
    await handIn(client, consentEvidence, again);
    const superseded = await shown();
    const abandoned = await declared(trial);
    await trial.advance(6 * 86_400);
    await abandoned.replace();
    const awaiting = (await abandoned.shown()).status;
    await trial.advance(86_400 + 1);
    const ended = await abandoned.shown();
    const reasons: Record<string, unknown> = {};
    for (const evidence_outcome of ['rejected', 'failed']) {
      await trial.set({ evidence_outcome });
      const other = await declared(trial);
      reasons[evidence_outcome] = (
        await handIn(other.client, consentEvidence, other.record)
      ).safe_reason_code;
    }
    return {
      days,
      reasons,
      'a newer one': [superseded.status, superseded.safe_reason_code],
      'six days, then a week': [awaiting, ended.status, ended.safe_reason_code],
    };
  },
);
