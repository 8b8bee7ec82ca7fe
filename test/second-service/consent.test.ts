/** A service with other names in its consent: the page shows all that is required, or nothing is signed (GAP-17..GAP-28). */
import { describe, expect, it } from 'vitest';
import { at, choosePlace, pickTimes, profile, signConsent } from '../support/booking.ts';
import type { FullApiServer } from '../support/full-api-server.ts';
import type { Rewrite } from '../support/recording-proxy.ts';
import { serverOfTest } from '../support/server-of-test.ts';
import { dataOf } from './differences.ts';

let service: FullApiServer;

type Fields = Record<string, unknown>;
type Bundle = {
  required_section_ids: string[];
  required_decision_ids: string[];
  template: { content: { decisions: Fields[]; sections: Fields[] } & Fields };
};

const bundleWith = (change: (bundle: Bundle) => void) => dataOf(/\/consent-bundles\//, change);

const sectionsWith = (change: (section: Fields) => Fields) =>
  bundleWith(({ template }) => {
    template.content.sections = template.content.sections.map(change);
  });

async function start(rewrite: Rewrite, assumptions: object = {}, env: Record<string, string> = {}) {
  service = await serverOfTest({ rewrite, assumptions, env });
  const customer = service.customer('ines');
  await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
  return customer;
}

const lines = () =>
  service
    .logged()
    .split('\n')
    .filter((line) => line.includes('"assumption.unmet"'))
    .map((line) => JSON.parse(line) as Record<string, string>);

describe('stops before it signs anything when', () => {
  it.each<[string, string, Rewrite]>([
    [
      'the required sections stand under another name',
      'consent.sectionKeys.list',
      bundleWith(({ template: { content } }) => {
        const { sections, ...rest } = content;
        Object.assign(content, { ...rest, clauses: sections, sections: undefined });
      }),
    ],
    [
      'there are no sections at all',
      'consent.sectionKeys.list',
      bundleWith(({ template }) => {
        template.content.sections = [];
      }),
    ],
    [
      'their ids have another name',
      'consent.sectionKeys.id',
      sectionsWith(({ id, ...rest }) => ({ clause: id, ...rest })),
    ],
    [
      'their texts have another name',
      'consent.sectionKeys.body',
      sectionsWith(({ body, ...rest }) => ({ ...rest, wording: body })),
    ],
    ['a text is blank', 'consent.sectionKeys.body', sectionsWith((section) => ({ ...section, body: ' ' }))],
    [
      'their titles have another name',
      'consent.sectionKeys.title',
      sectionsWith(({ title, ...rest }) => ({ ...rest, caption: title })),
    ],
    [
      'one of them is missing',
      'consent.sectionKeys.id',
      bundleWith(({ template }) => void template.content.sections.pop()),
    ],
    [
      'one of them is there twice',
      'consent.sectionKeys.id',
      bundleWith(({ template: { content } }) => void content.sections.push({ ...content.sections[0] })),
    ],
    [
      'one is required that nobody knows',
      'consent.sectionKeys.id',
      bundleWith(({ required_section_ids }) => void required_section_ids.push('fees')),
    ],
    [
      'one is required twice',
      'consent.sectionKeys.id',
      bundleWith(({ required_section_ids: ids }) => void ids.push(ids[0] ?? '')),
    ],
    [
      'a part of one would be left out',
      'consent.ignoredKeys',
      sectionsWith((section) => ({ ...section, footnote: 'This also limits what you can claim.' })),
    ],
    [
      'text stands beside decisions and sections under keys that nobody knows',
      'consent.leadKeys',
      bundleWith(({ template: { content } }) => {
        content.notice_of_rights = 'You waive your right to a trial by jury.';
      }),
    ],
    [
      'a list of texts stands beside the sections',
      'consent.leadKeys',
      bundleWith(({ template: { content } }) => {
        content.clauses = [{ ref: 'fees', wording: 'The fee is not given back to you.' }];
      }),
    ],
    [
      'a further section has its text under another name',
      'consent.sectionKeys.body',
      bundleWith(({ template: { content } }) => {
        content.sections.push({ id: 'fees', wording: 'The fee is not given back to you.' });
      }),
    ],
    [
      'a further section has no id',
      'consent.sectionKeys.id',
      bundleWith(({ template: { content } }) => {
        content.sections.push({ wording: 'The fee is not given back to you.' });
      }),
    ],
    [
      'a decision is required that nobody knows',
      'consent.decisionKeys.id',
      bundleWith(({ required_decision_ids }) => void required_decision_ids.push('fees')),
    ],
    [
      'a decision is missing',
      'consent.decisionKeys.id',
      bundleWith(({ template }) => void template.content.decisions.pop()),
    ],
    [
      'the label of a decision would be that of its link',
      'consent.decisionKeys.link',
      bundleWith(({ template: { content } }) => {
        content.decisions = content.decisions.map(({ id, label, detail_link, ...detail }) => ({
          id,
          heading: label,
          detail: { label: detail_link, ...detail },
        }));
      }),
    ],
    [
      'HTML would be shown as text',
      'consent.decisionKeys.format',
      bundleWith(({ template: { content } }) => {
        content.decisions = content.decisions.map(({ detail_format, ...rest }) => ({
          ...rest,
          markup: detail_format,
        }));
      }),
    ],
  ])('%s [GAP-17] [GAP-19] [CONS-13]', async (_, entry, rewrite) => {
    const customer = await start(rewrite, {}, { METRICS_PORT: '0' });
    const refused = { code: 'assumption_unmet', title: expect.stringContaining(entry) };
    await expect(customer.answer('identity', profile)).rejects.toMatchObject({
      reply: { status: 503, body: { ...refused, request_id: expect.stringMatching(/./) } },
    });
    // A signature that comes all the same is refused too, whatever revision it guesses.
    const { journey_id = '', revision = 0 } = customer.view ?? {};
    const signature = { content_hash: 'x', decisions: {}, typed_name: 'Ines', attestation: true };
    const statuses = [];
    for (const later of [0, 1, 2, 3]) {
      const headers = { 'if-match': `"${revision + later}"` };
      const answer = { step: 'consent', answer: signature };
      statuses.push((await customer.call('POST', `/journeys/${journey_id}`, answer, headers)).status);
    }
    expect(statuses.toSorted()).toEqual([409, 409, 409, 503]);
    expect(await service.sandbox.ledger()).toMatchObject({ consent_sessions: 0, orders: 0 });
    const reports = lines().filter((line) => line.entry === entry);
    expect(reports).toHaveLength(1);
    expect(reports[0]?.path).toMatch(/^consent_bundle\./);
    expect(await service.metrics()).toMatch(
      new RegExp(`dx_assumptions_unmet_total\\{entry="${entry.replaceAll('.', '\\.')}"\\} [1-9]`),
    );
  });
});

describe('continues when', () => {
  it('the link of a decision has no words: the page uses its own', async () => {
    const rewrite = bundleWith(({ template: { content } }) => {
      content.decisions = content.decisions.map(({ detail_link: _, ...rest }) => rest);
    });
    const customer = await start(rewrite);
    const { decisions } = at(await customer.answer('identity', profile), 'consent');
    expect(decisions.map(({ link }) => link)).toEqual([null, null, null, null]);
  });

  it('text beside decisions and sections has a known or a configured key: it is shown in its place', async () => {
    const rewrite = bundleWith(({ template: { content } }) => {
      content.title = 'Consent of the clinic';
      content.introduction = ['Read this before you sign.', 'It binds you for a year.'];
      content.notice_of_rights = 'You waive your right to a trial by jury.';
      content.internal_note = 'Reviewed by the lawyers in March.';
    });
    const customer = await start(rewrite, { consent: { tailKeys: ['notice_of_rights'] } });
    const { lead, tail } = at(await customer.answer('identity', profile), 'consent');
    expect(lead).toEqual(['Consent of the clinic', 'Read this before you sign.', 'It binds you for a year.']);
    expect(tail).toEqual(['You waive your right to a trial by jury.']);
  });

  it('the file gives the other name, and all sections are signed [GAP-19]', async () => {
    const rewrite = bundleWith(({ template: { content } }) => {
      const clauses = Object.fromEntries(
        content.sections.map(({ id, title, body }) => [id, { caption: title, wording: [body] }]),
      );
      Object.assign(content, { sections: undefined, clauses });
    });
    const file = { consent: { sectionKeys: { list: ['clauses'], title: ['caption'], body: ['wording'] } } };
    const customer = await start(rewrite, file);
    const view = await customer.answer('identity', profile);
    expect(at(view, 'consent').sections.length).toBeGreaterThan(0);
    for (const { title, body } of at(view, 'consent').sections) {
      expect(title).toMatch(/\w/);
      expect(body).toMatch(/\w/);
    }
    at(await customer.answer('consent', signConsent(view)), 'review');
    expect(await service.sandbox.ledger()).toMatchObject({ consent_sessions: 1 });
  });
});
