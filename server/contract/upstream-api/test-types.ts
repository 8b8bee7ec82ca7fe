/** The eight test types (Location; DISC-08). */
import { z } from 'zod';

export const testTypes = ['DEXA', 'DEXABMD', 'VO2', 'CALST', 'RMR', 'BODPOD', 'HYDROSTATIC', 'SECA'] as const;
export const testType = z.enum(testTypes);
export type TestType = (typeof testTypes)[number];
