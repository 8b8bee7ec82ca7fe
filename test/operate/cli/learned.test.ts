/** What a conformance run learns about a service with other names, and a server that books with that file (VER-10). */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataOf, everywhere, needsEntry, renamed, together } from '../../second-service/differences.ts';
import { at, choosePlace, pickTimes, profile, untilSent } from '../../support/booking.ts';
import { operator } from '../../support/operator.ts';
import { Clinician } from '../../support/physician-harness.ts';
import type { Rewrite } from '../../support/recording-proxy.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { learn } from './learn.ts';

const structured = { physician_order_mode: 'structured_api' };

/** Consent sections, links, the submission and the signed words of a session under other names and one level deeper. */
const sectionsElsewhere = dataOf(/\/consent-bundles\//, (data) => {
  const template = data.template as { content: { sections: Record<string, unknown>[] } };
  const { sections, ...content } = template.content;
  const parts = sections.map(({ id, title, body }) => ({
    ref: id,
    caption: title,
    prose: { wording: [body] },
  }));
  return { ...data, template: { ...template, content: { ...content, parts: { list: parts } } } };
});
const optionsElsewhere = dataOf(/\/prescreen-form$/, (data) =>
  everywhere(data, (fields) =>
    typeof fields.value === 'boolean' ? { code: fields.value, caption: fields.label } : fields,
  ),
);
const submissionElsewhere = dataOf(/\/scheduling-questionnaire$/, ({ submission, ...data }) =>
  submission ? { ...data, state: { finished: submission } } : data,
);
const secretElsewhere = dataOf(/\/webhook-endpoints$/, ({ signing_secret, ...data }) => ({
  ...data,
  credentials: { hmac_key: signing_secret },
}));
const sessionElsewhere: Rewrite = (_request, answer) => {
  const body = answer.body as { error?: { details?: { session_id?: string } } } | undefined;
  const id = body?.error?.details?.session_id;
  if (!body?.error || !id) return answer;
  const { session_id: _, ...details } = body.error.details ?? {};
  return {
    ...answer,
    body: { ...body, error: { ...body.error, details: { ...details, blocking: { ref: id } } } },
  };
};
const other = together([
  ...Object.values(needsEntry).map(({ rewrite }) => rewrite),
  sectionsElsewhere,
  optionsElsewhere,
  submissionElsewhere,
  secretElsewhere,
  sessionElsewhere,
]);

it('writes the file with which a service that spells otherwise reaches results [GAP-86]', async () => {
  const installation = await operator({ key: structured, rewrite: other });
  const area = ['consent', 'orders', 'scheduling', 'physician', 'webhooks'];
  const first = await learn(installation, { area });
  expect(first.code).toBe(1);
  expect(first.open).toEqual([]);
  expect(first.file).toMatchObject({
    consent: {
      decisionKeys: {
        id: ['ref'],
        label: ['heading'],
        link: ['more'],
        format: ['markup'],
        detail: ['wording'],
      },
      htmlFormats: ['rich_text'],
      sectionKeys: { list: ['list'], id: ['ref'], title: ['caption'], body: ['wording'] },
    },
    prescreen: { optionKeys: { value: ['code'], label: ['caption'] } },
    questionnaire: { submissionKeys: ['finished'] },
    webhook: { secretKeys: ['hmac_key'] },
  });

  const second = await learn(installation, { area });
  expect(second.output).not.toMatch(/^MUST/m);
  expect(second.differing).toEqual([]);
  expect(second.code).toBe(0);
  expect(second.file).toEqual(first.file);

  const service = await serverOfTest({
    key: structured,
    env: { STRUCTURED_PHYSICIAN_ENABLED: 'true' },
    hooks: { mayOrder: async () => true },
    assumptions: first.file,
    rewrite: other,
  });
  const customer = service.customer('ines');
  let view = await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
  view = await customer.answer('identity', profile);
  view = await untilSent(customer, view);
  const { appointment_id: id } = at(view, 'sent');
  const clinician = new Clinician(service, id);
  await clinician.sign(await clinician.prepare());
  for (const to of ['confirmed', 'results_in_progress', 'results_ready'])
    await service.sandbox.transition(id, { to });
  expect((await customer.call('GET', `/appointments/${id}/results`)).status).toBe(200);
  expect(await service.sandbox.ledger()).toMatchObject({ orders: 1, physician_finalizations: 1 });
});

it.each([
  [
    'two sentences that could be the label',
    (fields: Record<string, unknown>) => ({
      heading: `${fields.label}`,
      summary: `In short, and only for orientation: ${fields.label}`,
    }),
    'consent.decisionKeys.label',
    ['"heading" ("I ', '"summary" ("In short, and only for orientation: I '],
  ],
  [
    'a text beside the label',
    (fields: Record<string, unknown>) => ({
      label: fields.label,
      remark: 'This remark may be a part of what is signed.',
    }),
    'consent.ignoredKeys',
    ['"remark" ("This remark may be a part of what is signed.")'],
  ],
])('never chooses legal text: %s', async (_, words, entry, candidates) => {
  const rewrite = dataOf(/\/consent-bundles\//, (data) => {
    const template = data.template as { content: { decisions: Record<string, unknown>[] } };
    const decisions = template.content.decisions.map(({ label, ...rest }) => ({
      ...rest,
      ...words({ label }),
    }));
    return { ...data, template: { ...template, content: { ...template.content, decisions } } };
  });
  const installation = await operator({ rewrite });
  const { code, differing, open, file } = await learn(installation, { area: ['consent'] });
  expect(code).toBe(1);
  expect(file).toEqual({});
  const lines = differing.filter((each) => each.includes(`Set ${entry}: a person has to choose`));
  expect(lines[0]).toContain('the text of the consent for ');
  for (const candidate of candidates) expect(lines[0]).toContain(candidate);
  expect(open).toContain(`A person must set: ${entry}`);
});

it('proposes no word of a structure as the text of an order to sign', async () => {
  const rewrite = dataOf(/\/physician-order-sessions/, (data) => {
    const presentation = data.presentation as { sections: unknown[] };
    const sections = everywhere(presentation.sections, (fields) => ({
      ...renamed({ title: 'caption' })(fields),
      kind: 'table',
      required: true,
    }));
    return { ...data, presentation: { ...presentation, sections } };
  });
  const installation = await operator({ key: structured, rewrite });
  const first = await learn(installation, { area: ['physician'] });
  expect(first.file).toEqual({ physician: { presentationKeys: ['caption'] } });
  expect(first.differing.join('\n')).toContain(
    'Set physician.presentationKeys: a person has to choose among "kind" ("table"), "required" (true). Add each to physician.identifierKeys if',
  );
  expect(first.open).toEqual(['A person must set: physician.presentationKeys']);
  await installation.assume({
    physician: { presentationKeys: ['caption'], identifierKeys: ['kind', 'required'] },
  });
  const second = await learn(installation, { area: ['physician'] });
  expect(second.differing).toEqual([]);
});

it("learns the service's word for a canceled appointment, and leaves other words to a person", async () => {
  const words: Record<string, string> = { canceled: 'cancelled', pending_confirmation: 'with_the_clinic' };
  const rewrite = dataOf(/\/v1\/appointments\/[^/?]+$/, (data) => ({
    ...data,
    status: words[String(data.status)] ?? data.status,
  }));
  const installation = await operator({ rewrite });
  const { differing, file } = await learn(installation, { area: ['changes', 'scheduling'] });
  expect(file).toEqual({ appointment: { statusWords: { canceled: ['cancelled'] } } });
  expect(differing.join('\n')).toContain(
    'Set appointment.statusWords.requested: a person has to choose among "with_the_clinic".',
  );
  await installation.assume({
    appointment: { statusWords: { canceled: ['cancelled'], requested: ['with_the_clinic'] } },
  });
  expect((await learn(installation, { area: ['changes'] })).differing).toEqual([]);
});

it('adds to the existing file, and keeps its entries', async () => {
  const assumptions = {
    consent: { decisionKeys: { label: ['old_label'], detail: { replace: ['old_detail'] } } },
    product: { priceField: 'integrator_price' },
  };
  const rewrite = dataOf(/\/consent-bundles\//, (data) =>
    everywhere(data, renamed({ label: 'heading', detail_content: 'wording' })),
  );
  const installation = await operator({ assumptions, rewrite });
  const { file } = await learn(installation, { area: ['consent'], profile: 'read' });
  expect(file).toEqual({
    consent: {
      decisionKeys: { label: ['heading', 'old_label'], detail: { replace: ['wording', 'old_detail'] } },
    },
    product: { priceField: 'integrator_price' },
  });
});

it('refuses a file that is none of assumptions, before it sends anything', async () => {
  const installation = await operator();
  const path = join(installation.dir, 'other.json');
  await writeFile(path, '{"mine":1}');
  await expect(learn(installation, { assumptions: path })).rejects.toThrow('no entry of that name: mine');
  expect(await readFile(path, 'utf8')).toBe('{"mine":1}');
  expect(await installation.sandbox.requests()).toEqual([]);
});

it('names the keys of a registration without a secret, and a secret that is too short [GAP-86]', async () => {
  let data: object = { id: 'wh-1', note: 'canary' };
  const installation = await operator({ rewrite: dataOf(/\/webhook-endpoints$/, () => data) });
  const { differing, output } = await learn(installation, { area: ['webhooks'] });
  expect(differing.join()).toMatch(/signing secret of a registration.*id, note.*webhook\.secretKeys/);
  expect(output).not.toContain('canary');
  data = { id: 'wh-1', secret: 'short' };
  expect((await learn(installation, { area: ['webhooks'] })).differing.join()).toContain(
    'the signing secret as utf8: it does not decode to 16 bytes or more. Ask onboarding for a longer secret',
  );
});

it('registers one callback in repeated runs, and reports that it remains [GAP-27]', async () => {
  const installation = await operator();
  const { output } = await learn(installation, { area: ['webhooks'] });
  expect(output).toContain('Not canceled: 1 × the registration of https://hooks.partner.example/service');
  expect(output).not.toContain('whsec_');
  await learn(installation, { area: ['webhooks'] });
  expect(await installation.sandbox.ledger()).toMatchObject({ webhook_endpoints: 1 });
});

const onPaper = { customer_consent_mode: 'api_partner_pdf' };

it('prints the hosts of documents that are not set yet, together with those that are', async () => {
  const installation = await operator({
    key: onPaper,
    env: { DOCUMENT_HOSTS: 'forms.partner.example' },
    rewrite: dataOf(/\/consent-evidence$/, (data) => ({
      ...data,
      upload_session: { ...(data.upload_session as object), url: 'https://storage.invalid:8443/canary' },
    })),
  });
  const { output } = await learn(installation, { area: ['evidence'] });
  expect(output).toContain('Set: DOCUMENT_HOSTS=forms.partner.example,storage.invalid:8443');
  const nowhere = await operator();
  expect((await learn(nowhere, { area: ['scheduling'] })).output).not.toContain('DOCUMENT_HOSTS');
});

it('books with consents on paper under the version of the file, and asks for one', async () => {
  const installation = await operator({ key: onPaper });
  const { open } = await learn(installation, { area: ['scheduling'] });
  expect(open).toEqual(['A person must set: evidence.attestationVersion']);
  await installation.assume({ evidence: { attestationVersion: 'mine-1' } });
  expect(await learn(installation, { area: ['scheduling'] })).toMatchObject({ code: 0, open: [] });
  const sent = installation.wire.requests.filter(({ url }) => url.endsWith('/consent-evidence'));
  expect(sent.at(-1)?.body).toContain('"version":"mine-1"');
});

it('reports where the server cannot read a response, and where it can all the same, without any value', async () => {
  const rewrite = dataOf(/\/v1\/appointments\/[^/?]+$/, (data) => ({
    ...data,
    appointment_id: 'canary with spaces',
  }));
  const { output } = await learn(await operator({ rewrite }), { area: ['scheduling'] });
  expect(output).toMatch(/^Not assumed: .*appointment_id \(invalid_format, found a text\)/m);
  expect(output).not.toContain('canary');

  const other = dataOf(/\/v1\/appointments\/[^/?]+$/, (data) => ({ ...data, appointment_id: 'canary' }));
  const read = await learn(await operator({ rewrite: other }), { area: ['scheduling'] });
  expect(read.differing).toEqual([]);
  expect(read.output).toMatch(
    /^Not needed: GET \S+: the response has appointment_id \(invalid_format, found a text\)/m,
  );
  expect(read.output).not.toContain('canary');
});

it.each(
  (['service_consent_api', 'api_partner_pdf'] as const).flatMap((consent) =>
    (['service_service', 'structured_api', 'api_partner_pdf'] as const).map(
      (physician) => [consent, physician] as const,
    ),
  ),
)(
  'tries a key with a consent by %s and a physician order by %s alone, and leaves nothing booked',
  async (consent, physician) => {
    const installation = await operator({
      key: { customer_consent_mode: consent, physician_order_mode: physician },
      assumptions: { evidence: { attestationVersion: '2025-01' } },
    });
    const area = ['scheduling', 'changes', 'evidence', 'paper-orders', 'physician'];
    const { code, differing } = await learn(installation, { area });
    expect(differing).toEqual([]);
    expect(code).toBe(0);
    const left = (await installation.sandbox.appointments()).map((each) => Reflect.get(each, 'status'));
    expect([...new Set(left)].sort()).toEqual(['canceled', 'pending_scheduling']);
  },
);
