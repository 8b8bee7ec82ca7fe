/** The eight tests in plain words: what each measures and how long it takes (DISC-08, DISC-09). */
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';

export interface TestWords {
  name: string;
  measures: string;
  takes: string;
}

/** The words of each test. */
export const testWords: Record<TestType, TestWords> = {
  DEXA: {
    name: 'DEXA body composition',
    measures: 'Fat, muscle and bone across your body, with a very low dose of X-ray.',
    takes: 'About 15 minutes',
  },
  DEXABMD: {
    name: 'DEXA bone density',
    measures: 'How dense your bones are, usually at the hip and the spine.',
    takes: 'About 20 minutes',
  },
  VO2: {
    name: 'VO2 Max',
    measures: 'How much oxygen your body can use at full effort, on a treadmill or a bike.',
    takes: 'About 45 minutes',
  },
  CALST: {
    name: 'Calcium Score',
    measures: 'Calcium in the arteries of your heart, with a short CT scan.',
    takes: 'About 20 minutes',
  },
  RMR: {
    name: 'Resting metabolic rate',
    measures: 'The energy your body uses at rest, from the air you breathe out.',
    takes: 'About 30 minutes',
  },
  BODPOD: {
    name: 'Bod Pod body composition',
    measures: 'Fat and lean mass, from the air your body displaces in a closed seat.',
    takes: 'About 15 minutes',
  },
  HYDROSTATIC: {
    name: 'Hydrostatic weighing',
    measures: 'Fat and lean mass, by weighing you under water.',
    takes: 'About 30 minutes',
  },
  SECA: {
    name: 'Seca body composition',
    measures: 'Fat, muscle and water, with a current too weak to feel.',
    takes: 'About 10 minutes',
  },
};

/** @returns the name of a test; a type that is not among the eight keeps its own name */
export function testName(type: string): string {
  return type in testWords ? testWords[type as TestType].name : type;
}
