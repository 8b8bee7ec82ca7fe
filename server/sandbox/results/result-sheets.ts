/** The measurements of each test with their units, drawn from plausible ranges (Results; RES-04, GAP-75). */
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { type Draw, rounded } from '../catalog/stable-values.ts';

/** @param massLb the customer's weight from the order */
type Sheet = (draw: Draw, massLb: number | undefined) => Measures;

/** Draws the measurements of each test type: value and unit by name. */
export const resultSheets: Record<TestType, Sheet> = {
  DEXA(draw, massLb) {
    const { mass, fatPercent, fat, fatFree } = composition(draw, massLb);
    const bone = rounded(mass * 0.036, 1);
    return {
      total_mass: [mass, 'lb'],
      body_fat_percentage: [fatPercent, '%'],
      fat_mass: [fat, 'lb'],
      lean_mass: [rounded(fatFree - bone, 1), 'lb'],
      bone_mineral_content: [bone, 'lb'],
      bone_mineral_density: [draw('density', 1.02, 1.29, 3), 'g/cm²'],
      visceral_fat_mass: [draw('visceral', 0.3, 2.4, 2), 'lb'],
      android_gynoid_ratio: [draw('ratio', 0.78, 1.12, 2), 'ratio'],
    };
  },

  /** A T-score counts standard deviations from the mean of young adults. */
  DEXABMD(draw) {
    const spine = draw('spine', 0.88, 1.18, 3);
    const hip = draw('hip', 0.78, 1.04, 3);
    return {
      lumbar_spine_bmd: [spine, 'g/cm²'],
      lumbar_spine_t_score: [rounded((spine - 1.047) / 0.11, 1), 'SD'],
      lumbar_spine_z_score: [rounded((spine - 1.0) / 0.11, 1), 'SD'],
      total_hip_bmd: [hip, 'g/cm²'],
      total_hip_t_score: [rounded((hip - 0.942) / 0.122, 1), 'SD'],
      total_hip_z_score: [rounded((hip - 0.9) / 0.122, 1), 'SD'],
    };
  },

  VO2(draw) {
    const maximum = draw('heart', 166, 191);
    return {
      vo2_max: [draw('vo2', 28, 52, 1), 'mL/kg/min'],
      maximum_heart_rate: [maximum, 'bpm'],
      aerobic_threshold_heart_rate: [Math.round(maximum * 0.74), 'bpm'],
      anaerobic_threshold_heart_rate: [Math.round(maximum * 0.88), 'bpm'],
      resting_heart_rate: [draw('rest', 52, 72), 'bpm'],
      respiratory_exchange_ratio: [draw('exchange', 1.08, 1.19, 2), 'ratio'],
    };
  },

  CALST(draw) {
    const vessels: Measures = {
      left_main_score: [draw('main', 0, 8), 'AU'],
      left_anterior_descending_score: [draw('descending', 0, 60), 'AU'],
      left_circumflex_score: [draw('circumflex', 0, 25), 'AU'],
      right_coronary_score: [draw('right', 0, 30), 'AU'],
    };
    const total = Object.values(vessels).reduce((sum, [score]) => sum + score, 0);
    return {
      agatston_score: [total, 'AU'],
      ...vessels,
      age_sex_percentile: [draw('percentile', 20, 80), 'percentile'],
    };
  },

  /** Each litre of oxygen equals about 4.85 kilocalories. */
  RMR(draw) {
    const rate = draw('rate', 1320, 1980);
    return {
      resting_metabolic_rate: [rate, 'kcal/day'],
      oxygen_consumption: [Math.round((rate / 1440 / 4.85) * 1000), 'mL/min'],
      respiratory_quotient: [draw('quotient', 0.76, 0.89, 2), 'ratio'],
      fat_energy_share: [draw('share', 38, 72), '%'],
    };
  },

  BODPOD(draw, massLb) {
    const body = composition(draw, massLb);
    const density = bodyDensity(body.fatPercent);
    return {
      ...compositionMeasures(body),
      body_volume: [rounded((body.mass * 0.45359237) / density, 1), 'L'],
      body_density: [density, 'g/cm³'],
      thoracic_gas_volume: [draw('gas', 2.9, 4.4, 2), 'L'],
    };
  },

  HYDROSTATIC(draw, massLb) {
    const body = composition(draw, massLb);
    return {
      ...compositionMeasures(body),
      body_density: [bodyDensity(body.fatPercent), 'g/cm³'],
      underwater_mass: [draw('underwater', 4.2, 9.4, 1), 'lb'],
      residual_lung_volume: [draw('residual', 1.05, 1.75, 2), 'L'],
    };
  },

  SECA(draw, massLb) {
    const body = composition(draw, massLb);
    return {
      ...compositionMeasures(body),
      skeletal_muscle_mass: [rounded(body.fatFree * 0.47, 1), 'lb'],
      total_body_water: [rounded(body.fatFree * 0.45359237 * 0.73, 1), 'L'],
      visceral_fat: [draw('visceral', 0.6, 3.4, 1), 'L'],
      phase_angle: [draw('angle', 4.8, 6.9, 1), '°'],
    };
  },
};

/** The results of one test by name: value and unit (RES-04). */
type Measures = Record<string, [value: number, unit: string]>;

/**
 * Draws a body's composition in pounds; fat and fat-free mass add up to the mass.
 * @param massLb the customer's weight from the order; undefined draws one
 */
function composition(draw: Draw, massLb: number | undefined) {
  const mass = rounded(massLb ?? draw('mass', 118, 212, 1), 1);
  const fatPercent = draw('fat', 14, 34, 1);
  const fat = rounded((mass * fatPercent) / 100, 1);
  return { mass, fatPercent, fat, fatFree: rounded(mass - fat, 1) };
}

/**
 * Computes body density in g/cm³ by the inverse of Siri's equation.
 * @param fatPercent fat as a percentage of the body's mass
 */
function bodyDensity(fatPercent: number): number {
  return rounded(495 / (fatPercent + 450), 4);
}

/** Makes the results that all four tests report. */
function compositionMeasures({ mass, fatPercent, fat, fatFree }: ReturnType<typeof composition>): Measures {
  return {
    body_mass: [mass, 'lb'],
    body_fat_percentage: [fatPercent, '%'],
    fat_mass: [fat, 'lb'],
    fat_free_mass: [fatFree, 'lb'],
  };
}
