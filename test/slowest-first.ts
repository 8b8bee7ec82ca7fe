/**
 * Orders the test files. Those with a process of their own come first: Vitest ends a worker that meets one, and a new worker loads
 * all modules and a browser again. Then come the files that take long, so that no worker is left with one at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than 15 s of a worker: most drive a browser or wait for processes to end. */
const slow = [
  /\/test\/(backup|e2e|guides|hosts)\//,
  /\/test\/deploy\/rolling-release\.test\.ts$/,
  /\/test\/packages\/packages\.test\.ts$/,
  /\/test\/shutdown\.test\.ts$/,
  /\/test\/second-service\/second-service\.test\.ts$/,
  /\/test\/sandbox\/people-page\.test\.ts$/,
  /\/test\/journey\/(uploads|killed)\.test\.ts$/,
  /\/test\/jobs\/(queue|writes\/leases)\.test\.ts$/,
  /\/test\/physician\/(changes|faults|status-words)\.test\.ts$/,
];

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) => {
      if (project.config.isolate) return 0;
      return slow.some((pattern) => pattern.test(moduleId)) ? 1 : 2;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
