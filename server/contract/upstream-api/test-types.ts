/** The eight test types (Location; DISC-08). */
import { z } from 'zod';

/** The eight test types. */
export const testTypes = ['DEXA', 'DEXABMD', 'VO2', 'CALST', 'RMR', 'BODPOD', 'HYDROSTATIC', 'SECA'] as const;
/** The schema of a test type. */
export const testType = z.enum(testTypes);
/** A test type that the specification names. */
export type TestType = (typeof testTypes)[number];
