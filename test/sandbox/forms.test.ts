/** The seeded consent and prescreen forms: complete, well formed, pinned by a hash that each version changes. */
import { describe, expect, it } from 'vitest';
import { consentBundle, decisionIds } from '../../server/contract/upstream-api/consent.ts';
import { prescreenAnswers } from '../../server/contract/upstream-api/prescreen.ts';
import { testTypes } from '../../server/contract/upstream-api/test-types.ts';
import { consentTemplate } from '../../server/sandbox/forms/consent-template.ts';
import { prescreenForm } from '../../server/sandbox/forms/prescreen-form.ts';
import { openTags, words } from './form-readability.ts';

describe('the consent template', () => {
  it.each(testTypes)('of %s has the four decisions in order [CONS-06] [CONS-13] [GAP-17]', (testType) => {
    const { content } = consentTemplate(testType, 1);
    expect(content.decisions.map((decision) => decision.id)).toEqual([...decisionIds]);
    for (const decision of content.decisions) {
      expect(Object.keys(decision)).toEqual([
        'id',
        'label',
        'detail_link',
        'detail_format',
        'detail_content',
      ]);
      expect(decision.label).toMatch(/^I .{60,}\.$/);
      expect(decision.detail_link).toMatch(/^View /);
      expect(words(decision.detail_content)).toBeGreaterThan(250);
    }
  });

  it.each(testTypes)('of %s fits the bundle of the contract [CONS-05]', (testType) => {
    const template = consentTemplate(testType, 1);
    const bundle = {
      cache: {},
      canonicalization_version: '1',
      payload_schema_version: '1',
      required_decision_ids: [...decisionIds],
      required_section_ids: template.content.sections.map((section) => section.id),
      template,
    };
    expect(consentBundle.parse(bundle).template.canonical_test_type).toBe(testType);
  });

  it('opens with HTML that closes every tag, and has headings, lists and a table [GAP-18]', () => {
    for (const testType of testTypes) {
      const [first, second] = consentTemplate(testType, 1).content.decisions;
      for (const decision of [first, second]) {
        expect(decision?.detail_format).toBe('html');
        expect(openTags(decision?.detail_content ?? '')).toEqual([]);
      }
      for (const tag of ['<h2>', '<h3>', '<ul>', '<ol>', '<table>', '<th scope="col">', '<strong>']) {
        expect(first?.detail_content).toContain(tag);
      }
      expect(first?.detail_content).not.toMatch(/<(script|style|iframe|img|link)|on\w+=|javascript:/i);
    }
  });

  it('ends with plain text that would break as HTML [GAP-18]', () => {
    const last = consentTemplate('DEXA', 1).content.decisions.at(-1);
    expect(last?.detail_format).toBe('text');
    expect(last?.detail_content).toContain('claims < $10,000');
    expect(last?.detail_content).toContain('<the testing location>');
    expect(last?.detail_content).toContain(' & ');
    expect(last?.detail_content.split('\n\n').length).toBeGreaterThan(10);
    expect(words(last?.detail_content ?? '')).toBeGreaterThan(500);
  });

  it('describes in English the test and its risks [GAP-112]', () => {
    expect(consentTemplate('VO2', 1).content.decisions[0]?.detail_content).toContain('treadmill');
    expect(consentTemplate('CALST', 1).content.decisions[0]?.detail_content).toContain('ionizing radiation');
  });

  it('keeps id and hash of a version, and no two versions or tests share them [CONS-05] [CONS-22]', () => {
    const templates = testTypes.flatMap((testType) =>
      [1, 2, 3].map((version) => consentTemplate(testType, version)),
    );
    expect(consentTemplate('DEXA', 2)).toEqual(
      templates.find((template) => template.version === 2 && template.canonical_test_type === 'DEXA'),
    );
    expect(new Set(templates.map((template) => template.id)).size).toBe(24);
    expect(new Set(templates.map((template) => template.content_hash)).size).toBe(24);
    expect(new Set(templates.map((template) => JSON.stringify(template.content))).size).toBe(24);
    for (const template of templates) expect(template.content_hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the prescreen form', () => {
  const fields = prescreenForm.copy.sections.flatMap((section) => section.fields);
  const names = [...fields.map((field) => field.name), prescreenForm.copy.consent.field];

  it('asks for all thirteen fields once [PRE-13]', () => {
    expect(names.toSorted()).toEqual(Object.keys(prescreenAnswers.shape).toSorted());
  });

  it('asks for the date of birth in parts and for nine answers by yes and no [PRE-14] [GAP-44]', () => {
    const controls = Map.groupBy(fields, (field) => field.control);
    expect(controls.get('date_parts')?.map((field) => field.name)).toEqual(['dob']);
    const others = ['dob', 'pcp_name', 'pcp_phone', 'pcp_consent'];
    expect(controls.get('boolean_radio')?.map((field) => field.name)).toEqual(
      Object.keys(prescreenAnswers.shape).filter((name) => !others.includes(name)),
    );
    expect(controls.get('boolean_radio')).toHaveLength(9);
    expect(controls.get('text')?.map((field) => field.name)).toEqual(['pcp_name', 'pcp_phone']);
    for (const field of controls.get('boolean_radio') ?? []) {
      expect(field.options).toEqual([
        { value: true, label: 'Yes' },
        { value: false, label: 'No' },
      ]);
    }
  });

  it('has a section without a title', () => {
    expect(prescreenForm.copy.sections.map((section) => section.title)).toContain(null);
  });

  it('states of every field its type and whether it is required, as the fields themselves do [GAP-42]', () => {
    const rules = prescreenForm.validation_rules as Record<string, { type: string; required: boolean }>;
    expect(Object.keys(rules)).toEqual(names);
    for (const field of fields) expect(rules[field.name]?.required).toBe(field.required);
    expect(rules.pcp_consent).toEqual({ type: 'boolean', required: true });
    expect(names.filter((name) => rules[name]?.required)).toEqual(prescreenForm.required_fields);
  });

  it('requires what the contract requires [PRE-12] [PRE-14]', () => {
    const required = Object.entries(prescreenAnswers.shape).filter(
      ([, rule]) => !rule.safeParse(undefined).success,
    );
    expect(prescreenForm.required_fields.toSorted()).toEqual(required.map(([name]) => name).toSorted());
  });
});
