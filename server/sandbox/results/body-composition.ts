/** The values that the four body-composition tests share (Results; RES-04). */
import { type Draw, rounded } from './seeded-draw.ts';

/** The results of one test by name: value and unit (RES-04). */
export type Measures = Record<string, [value: number, unit: string]>;

/**
 * Draws a body's composition in pounds; fat and fat-free mass add up to the mass.
 * @param massLb the customer's weight from the order; undefined draws one
 */
export function composition(draw: Draw, massLb: number | undefined) {
  const mass = rounded(massLb ?? draw('mass', 118, 212, 1), 1);
  const fatPercent = draw('fat', 14, 34, 1);
  const fat = rounded((mass * fatPercent) / 100, 1);
  return { mass, fatPercent, fat, fatFree: rounded(mass - fat, 1) };
}

/**
 * Computes body density in g/cm³ by the inverse of Siri's equation.
 * @param fatPercent fat as a percentage of the body's mass
 */
export function bodyDensity(fatPercent: number): number {
  return rounded(495 / (fatPercent + 450), 4);
}

/** Makes the results that all four tests report. */
export function compositionMeasures({
  mass,
  fatPercent,
  fat,
  fatFree,
}: ReturnType<typeof composition>): Measures {
  return {
    body_mass: [mass, 'lb'],
    body_fat_percentage: [fatPercent, '%'],
    fat_mass: [fat, 'lb'],
    fat_free_mass: [fatFree, 'lb'],
  };
}
