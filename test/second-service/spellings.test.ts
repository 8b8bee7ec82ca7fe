/** Every entry of the assumptions under other names and in other places: read with the file, and reported by name without it (VER-10). */
import { beforeAll, describe, expect, it } from 'vitest';
import type { PhysicianSession } from '../../server/contract/upstream-api/physician-order.ts';
import type { PrescreenForm } from '../../server/contract/upstream-api/prescreen.ts';
import { Problem } from '../../server/core/errors.ts';
import type { Unmet } from '../../server/upstream/assumptions/assumptions.ts';
import { type AssumptionName, assumptionNames } from '../../server/upstream/assumptions/schema.ts';
import { consentCopy } from '../../server/upstream/consent/copy.ts';
import { order, readyToSchedule } from '../sandbox/booking.ts';
import { harnessOfFile } from '../sandbox/fresh-partner.ts';
import { handOff } from '../sandbox/handoff-requests.ts';
import { prepare, sessionsOf } from '../sandbox/physician-orders.ts';
import { assumptionsWith } from '../support/assumptions.ts';
import { fileOf, lists, nests, type Samples, type Spelling, spelled, spellings } from './spellings.ts';

const harness = await harnessOfFile();
let samples: Samples;

beforeAll(async () => {
  const partner = await harness.partner({ physician_order_mode: 'structured_api' });
  const coBranded = await harness.partner({ flow: 'co_branded' });
  const { data: form } = await partner.get<PrescreenForm>('/v1/tests/CALST/prescreen-form');
  const answered = await readyToSchedule(partner);
  const { scheduled, body } = await prepare(partner);
  const { data: session } = await partner.post<PhysicianSession>(sessionsOf(scheduled.id), body);
  const registration = {
    callback_url: 'https://partner.example/webhooks',
    subscribed_events: ['appointment.confirmed'],
    partner_evidence_webhooks_enabled: false,
  };
  samples = {
    bundle: (await partner.get<Samples['bundle']>('/v1/api-first/consent-bundles/DEXA')).data,
    options: form.copy.sections.flatMap(({ fields }) => fields).flatMap(({ options }) => options ?? []) as [],
    questionnaire: (await partner.get<Samples['questionnaire']>(`${answered.path}/scheduling-questionnaire`))
      .data,
    presentation: session.presentation,
    handoff: { ...(await handOff(coBranded, await order(coBranded, 'DEXA'))).data },
    endpoint: (await partner.post<Samples['endpoint']>('/v1/webhook-endpoints', registration)).data,
    evidenceEvent: {
      id: 'e-1',
      type: 'customer_consent_evidence.accepted',
      data: { object: { evidence_id: session.id, status: 'accepted' } },
    },
    sessionOpen: { code: 'CONSENT_SESSION_OPEN', session_id: session.id },
  };
});

/** What is read, or the entry of the problem that stops; and every entry that the operator learns of. */
function readWith({ sample, read }: Spelling, changed: unknown, file: object) {
  const unmet: Unmet[] = [];
  const assumptions = assumptionsWith(file, (found) => void unmet.push(found));
  try {
    return { value: read(changed as never, assumptions), unmet, sample };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'assumption_unmet') throw error;
    return { stopped: error.message, unmet };
  }
}

const cases = spellings.flatMap((spelling) =>
  Object.entries(nests).map(([how, nest]) => ({ entry: spelling.entry, how, spelling, nest })),
);

describe('What the specification leaves open', () => {
  it.each(cases)('$entry, $how, is read with the file', ({ spelling, nest }) => {
    const sample = samples[spelling.sample];
    const changed = spelled(sample, spelling, 'zz_spelled', nest);
    expect(changed).not.toEqual(sample);
    const original = readWith(spelling, sample, {});
    // A wrapping of a presentation is a part of it, and has to be named as well.
    const names = [
      'zz_spelled',
      ...(spelling.sample === 'presentation' ? ['x_wrap', 'x_a', 'x_b', 'x_c'] : []),
    ];
    const found = readWith(spelling, changed, fileOf(spelling.entry, names));
    expect(found.unmet).toEqual([]);
    expect(found.value).toEqual(original.value);
  });

  it.each(cases)('$entry, $how, is reported by its name without the file', ({ spelling, nest }) => {
    const changed = spelled(samples[spelling.sample], spelling, 'zz_spelled', nest);
    const found = readWith(spelling, changed, {});
    if (spelling.without === 'goes on') return expect(found.unmet).toEqual([]);
    expect(found.unmet.map(({ entry }) => entry)).toContain(spelling.entry);
    const keys = found.unmet.flatMap((unmet) => unmet.keys).join(' ');
    expect(keys).toMatch(/zz_spelled|x_(wrap|a)/);
    if ('stopped' in found) expect(found.stopped).toContain(spelling.entry);
  });

  it.each(Object.entries(lists))(
    'the sections of a consent %s are read, all of them [GAP-19]',
    (_, listed) => {
      const { bundle } = samples;
      const { content } = bundle.template;
      const { sections, ...rest } = content as unknown as { sections: Record<string, unknown>[] };
      const changed = { ...content, ...rest, sections: undefined, zz_list: listed(sections) };
      const other = { ...bundle, template: { ...bundle.template, content: changed } } as typeof bundle;
      const file = fileOf('consent.sectionKeys.list', ['zz_list']);
      expect(consentCopy(other, assumptionsWith(file))).toEqual(consentCopy(bundle, assumptionsWith()));
      expect(() => consentCopy(other, assumptionsWith())).toThrow('consent.sectionKeys.list');
    },
  );

  it('is never guessed by position when an id differs [GAP-18]', () => {
    const { bundle } = samples;
    const { content } = bundle.template;
    const turned = content.decisions.toReversed().map(({ id, ...rest }) => ({ ref: id, ...rest }));
    const other = { ...bundle, template: { ...bundle.template, content: { ...content, decisions: turned } } };
    expect(() => consentCopy(other, assumptionsWith())).toThrow('consent.decisionKeys.id');
  });

  it('has a test for every entry, here or in the named file', () => {
    const elsewhere: Partial<Record<AssumptionName, string>> = {
      ...Object.fromEntries(
        assumptionNames
          .filter((name) => name.startsWith('appointment.statusWords.'))
          .map((name) => [name, 'test/upstream/status-words.test.ts']),
      ),
      'consent.htmlFormats': 'words of a value: consent.test.ts and second-service.test.ts',
      'consent.leadKeys': 'consent.test.ts',
      'consent.tailKeys': 'consent.test.ts',
      'consent.ignoredKeys': 'consent.test.ts',
      'questionnaire.copyKeys': 'server.test.ts',
      'questionnaire.fieldTypes': 'health.test.ts',
      'questionnaire.optionKeys.list': 'health.test.ts',
      'questionnaire.optionKeys.value': 'health.test.ts',
      'questionnaire.optionKeys.label': 'health.test.ts',
      'questionnaire.helpKeys': 'health.test.ts',
      'questionnaire.unsupportedKeys': 'health.test.ts',
      'questionnaire.ignoredKeys': 'health.test.ts',
      'prescreen.controls': 'health.test.ts',
      'prescreen.helpKeys': 'health.test.ts',
      'prescreen.unsupportedKeys': 'health.test.ts',
      'prescreen.ignoredKeys': 'health.test.ts',
      'appointment.cancellationReasons.customer': 'test/booking/appointments/one-truth.test.ts',
      'appointment.cancellationReasons.clinic': 'test/booking/appointments/one-truth.test.ts',
      'eligibility.ages': 'test/booking/journey/ages.test.ts',
      'physician.identifierKeys': 'test/booking/physician/presentation.test.ts',
      'physician.sessionWords.signed': 'test/booking/physician/status-words.test.ts',
      'physician.sessionWords.closed': 'test/booking/physician/status-words.test.ts',
      'physician.artifactWords.ready': 'test/booking/physician/status-words.test.ts',
      'physician.artifactWords.processing': 'test/booking/physician/status-words.test.ts',
      'physician.artifactWords.failed': 'test/booking/physician/status-words.test.ts',
      'evidence.attestationVersion': 'no name: a value agreed at onboarding',
      'product.priceField': 'no name: a choice',
      'product.amountUnit': 'test/booking/journey/price.test.ts',
      'questionnaire.sectionKeys': 'health.test.ts',
      'webhook.secretEncoding': 'no name: a choice',
      'webhook.payloadVersions': 'no name: a choice',
      'webhook.overlapSeconds': 'no name: a number',
    };
    const tried = new Set<string>(spellings.map(({ entry }) => entry));
    const left = assumptionNames.filter(
      (name) => !tried.has(name) && !(name in elsewhere) && !/^(embed|results)\./.test(name),
    );
    // `embed` is read in the page (test/widget/handoff-names.browser.test.ts), `results` in test/upstream/result-sheets.test.ts.
    expect(left).toEqual([]);
  });
});
