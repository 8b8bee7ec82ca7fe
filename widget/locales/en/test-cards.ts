import { catalogue } from '../catalogue.ts';

/** What each test measures, at most 90 characters, and how long it takes: on the cards of the first step (DISC-09). */
export const testCards = catalogue('testCards', {
  /** The card of one test. */
  DEXA: 'Fat, muscle and bone across your body, with a very low dose of X-ray.',
  DEXA_takes: 'About 15 minutes',
  DEXABMD: 'How dense your bones are, usually at the hip and the spine.',
  DEXABMD_takes: 'About 20 minutes',
  VO2: 'How much oxygen your body can use at full effort, on a treadmill or a bike.',
  VO2_takes: 'About 45 minutes',
  CALST: 'Calcium in the arteries of your heart, with a short CT scan.',
  CALST_takes: 'About 20 minutes',
  RMR: 'The energy your body uses at rest, from the air you breathe out.',
  RMR_takes: 'About 30 minutes',
  BODPOD: 'Fat and lean mass, from the air your body displaces in a closed seat.',
  BODPOD_takes: 'About 15 minutes',
  HYDROSTATIC: 'Fat and lean mass, by weighing you under water.',
  HYDROSTATIC_takes: 'About 30 minutes',
  SECA: 'Fat, muscle and water, with a current too weak to feel.',
  SECA_takes: 'About 10 minutes',
});
