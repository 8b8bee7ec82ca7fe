/** The numbers of the sandbox's results are plausible. */
import { describe, expect, it } from 'vitest';
import { testTypes } from '../../server/contract/upstream-api/test-types.ts';
import { confirmed, move } from './confirmed-appointment.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';

interface Item {
  order_id: string;
  appointment_id: string;
  member_id: string;
  test_type: string;
  status: string;
  results: Record<string, number>;
  result_units: Record<string, string>;
}
interface Page {
  items: Item[];
  pagination: { has_more: boolean; limit: number; offset: number; returned_count: number };
}

eachWithPartner();

const results = () => partner.get<Page>('/v1/results');

async function finalized(...args: Parameters<typeof confirmed>) {
  const appointment = await confirmed(...args);
  await move(harness, appointment, 'results_in_progress');
  await move(harness, appointment, 'results_ready');
  return appointment;
}

/** Ranges that a clinician would find plausible. */
const plausible: Record<string, [low: number, high: number]> = {
  '%': [5, 80],
  lb: [0.1, 300],
  'g/cm²': [0.6, 1.5],
  'g/cm³': [1, 1.1],
  SD: [-3, 3],
  'mL/kg/min': [20, 65],
  bpm: [45, 205],
  ratio: [0.7, 1.25],
  AU: [0, 400],
  percentile: [1, 99],
  'kcal/day': [1100, 2400],
  'mL/min': [150, 350],
  L: [0.5, 130],
  '°': [4, 8],
};

describe.each(testTypes)('a %s result', (testType) => {
  it('has a unit for each value and believable ranges [RES-04] [GAP-75]', async () => {
    await finalized(harness, partner, testType);
    const [item] = (await results()).data.items;
    const { results: values = {}, result_units: units = {} } = item ?? {};
    expect(item?.test_type).toBe(testType);
    expect(Object.keys(values).length).toBeGreaterThan(3);
    expect(Object.keys(units)).toEqual(Object.keys(values));
    for (const [name, value] of Object.entries(values)) {
      const [low, high] = plausible[units[name] ?? ''] ?? [1, 0];
      expect(value, `${name} in ${units[name]}`).toBeGreaterThanOrEqual(low);
      expect(value, `${name} in ${units[name]}`).toBeLessThanOrEqual(high);
    }
  });
});

describe('the parts of a result', () => {
  const one = async (testType: 'DEXA' | 'CALST') => {
    await finalized(harness, partner, testType, { customer: { weight: 150 } });
    return (await results()).data.items[0]?.results ?? {};
  };

  it('add up to the weight the customer gave', async () => {
    const { total_mass, fat_mass = 0, lean_mass = 0, bone_mineral_content = 0 } = await one('DEXA');
    expect(total_mass).toBe(150);
    expect(fat_mass + lean_mass + bone_mineral_content).toBeCloseTo(150, 1);
  });

  it('add up to the calcium score', async () => {
    const { agatston_score, age_sex_percentile: _percentile, ...vessels } = await one('CALST');
    expect(Object.values(vessels).reduce((sum, score) => sum + score, 0)).toBe(agatston_score);
  });
});
