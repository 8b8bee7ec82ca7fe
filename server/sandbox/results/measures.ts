/** The measured values of one test by name: the value and its unit (RES-04). */
export type Measures = Record<string, [value: number, unit: string]>;
