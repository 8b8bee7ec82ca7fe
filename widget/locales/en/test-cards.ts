import { catalogue } from '../catalogue.ts';

/** What each test measures, at most 90 characters, on the cards of the first step (DISC-09). How long a test takes is in the texts of the service. */
export const testCards = catalogue('testCards', {
  /** The card of one test. */
  DEXA: 'Fat, muscle and bone across your body, with a very low dose of X-ray.',
  DEXABMD: 'How dense your bones are, usually at the hip and the spine.',
  VO2: 'How much oxygen your body can use at full effort, on a treadmill or a bike.',
  CALST: 'Calcium in the arteries of your heart, with a short CT scan.',
  RMR: 'The energy your body uses at rest, from the air you breathe out.',
  BODPOD: 'Fat and lean mass, measured in a small sealed chamber.',
  HYDROSTATIC: 'Fat and lean mass, by weighing you under water.',
  SECA: 'Fat, muscle and water, with an electric current too weak to feel.',
});
