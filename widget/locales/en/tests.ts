import { catalogue } from '../catalogue.ts';

/** The names of the eight tests (DISC-08). */
export const tests = catalogue('tests', {
  /** The name of one test. */
  DEXA: 'DEXA body composition',
  DEXABMD: 'DEXA bone density',
  VO2: 'VO2 Max',
  CALST: 'Calcium Score',
  RMR: 'Resting metabolic rate',
  BODPOD: 'Bod Pod body composition',
  HYDROSTATIC: 'Hydrostatic weighing',
  SECA: 'Seca body composition',
  /** In place of the name of a test that the widget does not know. */
  other: 'Diagnostic test',
});
