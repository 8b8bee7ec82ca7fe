/** The seeded questionnaires and the outcomes of their answers. */
import { describe, expect, it } from 'vitest';
import { type TestType, testTypes } from '../../server/contract/upstream-api/test-types.ts';
import { questionnaireDefinition } from '../../server/sandbox/forms/questionnaire.ts';
import { questionnaireOutcome } from '../../server/sandbox/forms/questionnaire-outcome.ts';
import { openTags, words } from './form-readability.ts';

const fieldsOf = (testType: TestType, version = 1) =>
  questionnaireDefinition(testType, version).content.fields;
const allNo = (testType: TestType, version = 1) =>
  Object.fromEntries(fieldsOf(testType, version).map((field) => [field.id, false]));
const yesTo = (testType: TestType, ...ids: string[]) => ({
  ...allNo(testType, 2),
  ...Object.fromEntries(ids.map((id) => [id, true])),
});

describe.each(testTypes)('the questionnaire of %s', (testType) => {
  const definition = questionnaireDefinition(testType, 1);

  it('asks boolean questions, each once, under the one section [GAP-58]', () => {
    const { sections, fields } = definition.content;
    expect(new Set(fields.map((field) => field.type))).toEqual(new Set(['boolean']));
    expect(new Set(fields.map((field) => field.id)).size).toBe(fields.length);
    expect(sections).toHaveLength(1);
    expect(fields.some((field) => field.required) && fields.some((field) => !field.required)).toBe(true);
    for (const field of fields) expect(field.label).toMatch(/\?$/);
  });

  it('asks for acknowledgements with well-formed HTML copy of real length [QST-07]', () => {
    expect(definition.content.acknowledgements.length).toBeGreaterThan(0);
    for (const acknowledgement of definition.content.acknowledgements) {
      expect(acknowledgement.copy_format).toBe('html');
      expect(openTags(acknowledgement.copy ?? '')).toEqual([]);
      expect(words(acknowledgement.copy ?? '')).toBeGreaterThan(100);
    }
  });

  it('is pinned by an id and a hash that each version changes [QST-05] [QST-15]', () => {
    const versions = [1, 2, 3].map((version) => questionnaireDefinition(testType, version));
    expect(questionnaireDefinition(testType, 2)).toEqual(versions[1]);
    for (const key of ['id', 'content_hash'] as const) {
      expect(new Set(versions.map((version) => version[key])).size).toBe(3);
    }
    expect(new Set(versions.map((version) => JSON.stringify(version.content))).size).toBe(3);
  });

  it.each([40, 57, 75])('is accepted when all is answered no at %i, in any version [QST-18]', (ageYears) => {
    for (const version of [1, 2]) {
      expect(questionnaireOutcome(testType, allNo(testType, version), ageYears)).toEqual({
        status: 'accepted',
        code: null,
      });
    }
  });

  it('reacts to a change in health that a later version asks about', () => {
    expect(questionnaireOutcome(testType, yesTo(testType, 'health_changed'), 50)).toEqual({
      status: 'physician_review_required',
      code: `${testType}_HEALTH_CHANGE_REVIEW`,
    });
  });
});

const blocked = 'blocked';
const review = 'physician_review_required';

describe('the outcome of a questionnaire', () => {
  it.each<[TestType, string[], number, string, string | null]>([
    ['CALST', ['pregnant'], 50, blocked, 'CALST_PREGNANCY_INELIGIBLE'],
    ['CALST', [], 39, blocked, 'CALST_UNDER_40_INELIGIBLE'],
    ['CALST', [], 76, blocked, 'CALST_OVER_75_INELIGIBLE'],
    ['CALST', ['current_chest_pain'], 50, review, 'CALST_CURRENT_SYMPTOMS_REVIEW'],
    ['CALST', ['current_chest_pain', 'pregnant'], 50, blocked, 'CALST_PREGNANCY_INELIGIBLE'],
    ['DEXA', ['pregnant'], 30, blocked, 'DEXA_PREGNANCY_INELIGIBLE'],
    ['DEXA', ['recent_barium'], 30, blocked, 'DEXA_RECENT_BARIUM_INELIGIBLE'],
    ['DEXA', [], 15, blocked, 'DEXA_UNDER_16_INELIGIBLE'],
    ['DEXA', [], 16, 'accepted', null],
    ['DEXABMD', ['both_hips_replaced'], 60, 'accepted', null],
    ['DEXABMD', ['both_hips_replaced', 'spine_hardware'], 60, review, 'DEXABMD_NO_SITE_REVIEW'],
    ['VO2', [], 15, blocked, 'VO2_UNDER_16_INELIGIBLE'],
    ['VO2', ['heart_condition'], 50, 'accepted', null],
    ['VO2', ['heart_condition', 'heart_medication'], 50, review, 'VO2_TWO_OR_MORE_RISK_ANSWERS'],
    ['RMR', ['will_eat_within_four_hours'], 50, review, 'RMR_RECENT_MEAL_REVIEW'],
    ['BODPOD', ['enclosed_spaces'], 50, review, 'BODPOD_ENCLOSED_SPACE_REVIEW'],
    ['HYDROSTATIC', ['open_wounds'], 50, blocked, 'HYDROSTATIC_OPEN_WOUND_INELIGIBLE'],
    ['SECA', ['implanted_electronics'], 50, blocked, 'SECA_IMPLANTED_DEVICE_INELIGIBLE'],
    ['SECA', ['needs_assistance'], 50, 'accepted', null],
  ])('of %s with yes to %j at %i is %s, %s [QST-18] [QST-19]', (testType, ids, ageYears, status, code) => {
    const known = fieldsOf(testType).map((field) => field.id);
    for (const id of ids) expect(known).toContain(id);
    expect(questionnaireOutcome(testType, yesTo(testType, ...ids), ageYears)).toEqual({ status, code });
  });

  it('of a single yes is accepted only for these required questions', () => {
    const accepted = testTypes.flatMap((testType) =>
      fieldsOf(testType)
        .filter((field) => field.required)
        .filter(({ id }) => questionnaireOutcome(testType, yesTo(testType, id), 50).status === 'accepted')
        .map(({ id }) => `${testType} ${id}`),
    );
    expect(accepted).toEqual([
      'DEXA metal_implants',
      'DEXABMD both_hips_replaced',
      'DEXABMD spine_hardware',
      'VO2 heart_condition',
      'VO2 chest_pain_with_activity',
      'VO2 dizziness_or_fainting',
      'VO2 breathless_at_rest',
      'VO2 heart_medication',
      'VO2 diabetes_or_kidney',
      'VO2 injury_limits_exercise',
      'CALST cannot_hold_breath',
      'RMR will_use_stimulants',
      'RMR mask_discomfort',
      'HYDROSTATIC fear_of_water',
      'SECA amputation',
    ]);
  });
});
