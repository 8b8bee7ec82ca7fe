/** The names of the tests as a customer reads them. */
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import { tests } from '../texts/english.ts';

/** Whether the type is one of the eight. */
export const isTestType = (type: string): type is TestType => type !== 'other' && tests.has(type);

/** @returns the name of a test; a type that is not among the eight is "Diagnostic test" */
export const testName = (type: string): string => tests(isTestType(type) ? type : 'other');
