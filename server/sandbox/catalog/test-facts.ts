/** Facts of each test type for the seeded copy: name, description, procedure, risk, duration and price (DISC-08, DISC-28). */
import type { TestType } from '../../contract/upstream-api/test-types.ts';

/** The facts of one test type. */
export interface TestFacts {
  /** As in a sentence: "a DEXA body composition scan". */
  readonly name: string;
  readonly description: string;
  /** The customer's part and sensations, for the consent text. */
  readonly procedure: string;
  /** The risk, for the consent text. */
  readonly risk: string;
  readonly durationMinutes: number;
  /** The prices that locations choose from, in US dollars. */
  readonly retailPricesUsd: readonly [number, ...number[]];
  readonly tags: readonly string[];
}

const lowDoseXray =
  'exposes you to a small amount of ionizing radiation, less than a few days of natural background radiation';

/** The facts of each test type. */
export const testFacts: Readonly<Record<TestType, TestFacts>> = {
  DEXA: {
    name: 'DEXA body composition scan',
    description:
      'A low-dose scan of the whole body that measures fat, lean tissue and bone, region by region, and estimates the fat around your organs. You lie still and clothed on an open table for about ten minutes. The report shows your total body fat, lean mass on each side and bone density at a glance.',
    procedure:
      'you lie on your back on an open padded table while a scanning arm passes above you; you will be asked to keep still and to remove metal objects',
    risk: lowDoseXray,
    durationMinutes: 20,
    retailPricesUsd: [79, 89, 99, 119, 129, 149],
    tags: ['Body composition', 'Bone health'],
  },
  DEXABMD: {
    name: 'DEXA bone density scan',
    description:
      'A low-dose scan of the hip and lower spine that measures bone mineral density, the figure used to judge the risk of osteoporosis and fracture. You lie on an open table for about fifteen minutes. The report gives a T-score and a Z-score for each site.',
    procedure:
      'you lie on an open padded table with your legs supported while a scanning arm passes above your hips and lower back',
    risk: lowDoseXray,
    durationMinutes: 25,
    retailPricesUsd: [99, 119, 129, 149],
    tags: ['Bone health'],
  },
  VO2: {
    name: 'VO2 Max fitness test',
    description:
      'A graded exercise test on a treadmill or bike that measures how much oxygen your body can use at full effort, the best single measure of aerobic fitness. You wear a soft mask and work harder in short stages until you choose to stop. The report gives your VO2 max, heart-rate zones and thresholds.',
    procedure:
      'you wear a soft mask and a heart-rate strap and exercise on a treadmill or stationary bike in stages of rising effort until you choose to stop or staff stop the test',
    risk: 'asks for hard physical effort, which can cause breathlessness, dizziness, muscle strain, an irregular heartbeat and, very rarely, a heart attack or sudden death',
    durationMinutes: 45,
    retailPricesUsd: [175, 189, 199, 225, 249],
    tags: ['Fitness', 'Heart health'],
  },
  CALST: {
    name: 'Coronary calcium score scan',
    description:
      'A quick, contrast-free CT scan of the heart that looks for calcium in the coronary arteries, an early sign of heart disease. You lie on a table and hold your breath for a few seconds; there are no needles. A radiologist reads the images, and the report gives your Agatston score and how it compares with people of your age and sex.',
    procedure:
      'small adhesive sensors are placed on your chest, you lie on a table that slides through an open ring, and you hold your breath for about ten seconds while the images are taken',
    risk: 'exposes you to ionizing radiation of about 1 millisievert, close to a third of a year of natural background radiation, and may show findings outside the heart that call for further tests',
    durationMinutes: 30,
    retailPricesUsd: [149, 179, 199, 229, 249, 299],
    tags: ['Heart health', 'Imaging'],
  },
  RMR: {
    name: 'Resting metabolic rate test',
    description:
      'A breathing test that measures how many calories your body burns at rest. You sit back in a quiet room and breathe normally through a mask or hood for about fifteen minutes. The report shows your daily resting energy need and how much of it comes from fat.',
    procedure:
      'you rest in a reclining chair in a quiet room and breathe normally into a mask or a clear hood',
    risk: 'can cause a feeling of confinement under the mask or hood and mild light-headedness from fasting',
    durationMinutes: 30,
    retailPricesUsd: [59, 69, 79, 99],
    tags: ['Metabolism'],
  },
  BODPOD: {
    name: 'Bod Pod body composition test',
    description:
      'Air-displacement body composition measured in a closed, windowed chamber. You sit still in close-fitting clothes for two short measurements of under a minute each. The report shows body fat and lean mass without any radiation or water.',
    procedure:
      'you sit in a closed chamber with a window, in close-fitting clothing and a cap, for two or three measurements of about fifty seconds each',
    risk: 'can cause discomfort in people who dislike enclosed spaces and a slight change of pressure in the ears',
    durationMinutes: 20,
    retailPricesUsd: [55, 65, 75, 89],
    tags: ['Body composition'],
  },
  HYDROSTATIC: {
    name: 'Hydrostatic body fat test',
    description:
      'Underwater weighing, a long-standing reference method for body fat. You sit on a frame in a warm tank, breathe out and stay under water for a few seconds, three times. The report shows body fat, lean mass and how the three readings agree.',
    procedure:
      'you sit on a weighing frame in a warm water tank, breathe out fully and stay under water for five to ten seconds, usually three times',
    risk: 'takes place in water, with a risk of slipping, of swallowing water and of distress while holding your breath out',
    durationMinutes: 30,
    retailPricesUsd: [49, 59, 69, 79],
    tags: ['Body composition'],
  },
  SECA: {
    name: 'Seca body composition analysis',
    description:
      'A standing measurement with a weak electrical current that estimates fat, muscle and body water in under a minute. You stand barefoot on the device and hold its rails. The report shows each value beside the range for people of your age, sex and height.',
    procedure:
      'you stand barefoot on a platform and hold its rails while a weak electrical current, too small to feel, passes through the body',
    risk: 'uses a weak electrical current that can interfere with pacemakers and other implanted electronic devices',
    durationMinutes: 15,
    retailPricesUsd: [39, 45, 49, 59],
    tags: ['Body composition'],
  },
};

/** @returns the name of a test type; the type itself if it is not one */
export const testNameOf = (type: string): string =>
  Object.entries(testFacts).find(([known]) => known === type)?.[1].name ?? type;
