/** certify against a service with other names: its findings, its file, and a server that books with that file (VER-10). */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type CertifyOptions, certify } from '../../../server/operate/cli/certify.ts';
import { dataOf, everywhere, needsEntry, renamed } from '../../second-service/differences.ts';
import { moveAppointment } from '../../support/booked-appointment.ts';
import { answerStep, at, choosePlace, pickTimes, profile } from '../../support/booking.ts';
import { startFullApiServer } from '../../support/full-api-server.ts';
import { operator } from '../../support/operator.ts';
import { Clinician } from '../../support/physician-harness.ts';
import type { Rewrite } from '../../support/recording-proxy.ts';

const structured = {
  flow: 'full_api',
  customer_consent_mode: 'service_consent_api',
  physician_order_mode: 'structured_api',
};

/** Runs certify; the file is the end of its output. */
async function run(installation: Awaited<ReturnType<typeof operator>>, options: CertifyOptions = {}) {
  const file = join(installation.dir, 'key');
  await writeFile(file, installation.key.api_key);
  const { code, output } = await installation.run(certify, {
    base: installation.wire.url,
    keyFile: file,
    ...options,
  });
  const json = output
    .slice(output.indexOf('The file for ASSUMPTIONS_FILE:\n'))
    .split('\n')
    .slice(1)
    .join('\n');
  return { code, output, file: JSON.parse(json) as Record<string, unknown> };
}
const differing = (output: string) => output.split('\n').filter((line) => line.startsWith('DIFFERS'));

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
const together =
  (...rewrites: Rewrite[]): Rewrite =>
  (request, answer) =>
    rewrites.reduce((passed, rewrite) => rewrite(request, passed), answer);
const other = together(
  ...Object.values(needsEntry).map(({ rewrite }) => rewrite),
  sectionsElsewhere,
  optionsElsewhere,
  submissionElsewhere,
  secretElsewhere,
  sessionElsewhere,
);

it('writes the file with which a service that spells otherwise reaches results [GAP-86]', async () => {
  const installation = await operator({ key: structured, rewrite: other });
  const first = await run(installation);
  expect(first.code).toBe(1);
  expect(first.output).not.toContain('A person must still set');
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

  await installation.assume(first.file);
  const second = await run(installation);
  expect(differing(second.output)).toEqual([]);
  expect(second.code).toBe(0);
  expect(second.file).toEqual(first.file);

  const service = await startFullApiServer({
    key: structured,
    env: { STRUCTURED_PHYSICIAN_ENABLED: 'true' },
    hooks: {
      mayOrder: async () => true,
      verifySubject: async (token) =>
        token.startsWith('staff-') ? { subject: token, role: 'physician' } : { subject: token },
    },
    assumptions: first.file,
    rewrite: other,
  });
  onTestFinished(() => service.stop());
  const customer = service.customer('ines');
  let view = await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
  view = await customer.answer('identity', profile);
  for (let steps = 0; view.shows.step !== 'sent' && steps < 20; steps++)
    view = await answerStep(customer, view);
  const { appointment_id: id } = at(view, 'sent');
  const clinician = new Clinician(service, id);
  await clinician.sign(await clinician.prepare());
  for (const to of ['confirmed', 'results_in_progress', 'results_ready'])
    await moveAppointment(service, id, to);
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
  const { code, output, file } = await run(installation);
  expect(code).toBe(1);
  expect(file).toEqual({});
  const lines = differing(output).filter((each) => each.includes(`Set ${entry}: a person has to choose`));
  expect(lines).toEqual([expect.stringContaining('the text of the consent for ')]);
  for (const candidate of candidates) expect(lines[0]).toContain(candidate);
  expect(output).toContain(`A person must still set: ${entry}`);
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
  const first = await run(installation);
  expect(first.file).toEqual({ physician: { presentationKeys: ['caption'] } });
  expect(differing(first.output).join('\n')).toContain(
    'Set physician.presentationKeys: a person has to choose among "kind" ("table"), "required" (true). Add each to physician.identifierKeys if',
  );
  expect(first.output).toContain('A person must still set: physician.presentationKeys.');
  await installation.assume({
    physician: { presentationKeys: ['caption'], identifierKeys: ['kind', 'required'] },
  });
  const second = await run(installation);
  expect(differing(second.output)).toEqual([]);
  expect(second.code).toBe(0);
});

it("learns the service's word for a canceled appointment, and leaves other words to a person", async () => {
  const words: Record<string, string> = { canceled: 'cancelled', pending_confirmation: 'with_the_clinic' };
  const rewrite = dataOf(/\/v1\/appointments\/[^/?]+$/, (data) => ({
    ...data,
    status: words[String(data.status)] ?? data.status,
  }));
  const installation = await operator({ rewrite });
  const { output, file } = await run(installation);
  expect(file).toEqual({ appointment: { statusWords: { canceled: ['cancelled'] } } });
  expect(differing(output).join('\n')).toContain(
    'Set appointment.statusWords.requested: a person has to choose among "with_the_clinic".',
  );
  await installation.assume({
    appointment: { statusWords: { canceled: ['cancelled'], requested: ['with_the_clinic'] } },
  });
  expect((await run(installation)).code).toBe(0);
});

it('extends the existing file, keeps its entries, and overwrites a file only with --force', async () => {
  const assumptions = {
    consent: { decisionKeys: { label: ['old_label'], detail: { replace: ['old_detail'] } } },
    product: { priceField: 'integrator_price' },
  };
  const rewrite = dataOf(/\/consent-bundles\//, (data) =>
    everywhere(data, renamed({ label: 'heading', detail_content: 'wording' })),
  );
  const installation = await operator({ assumptions, rewrite });
  const path = join(installation.dir, 'written.json');
  const { output, file } = await run(installation, { write: path });
  const merged = {
    consent: {
      decisionKeys: { label: ['heading', 'old_label'], detail: { replace: ['wording', 'old_detail'] } },
    },
    product: { priceField: 'integrator_price' },
  };
  expect(file).toEqual(merged);
  expect(output).toContain(`Written to ${path}.`);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(merged);

  await writeFile(path, 'mine');
  const refused = await run(installation, { write: path });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('NOT written');
  expect(await readFile(path, 'utf8')).toBe('mine');
  await run(installation, { write: path, force: true });
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(merged);
});
