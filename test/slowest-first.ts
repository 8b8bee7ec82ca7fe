/** Starts the test files that take long before the others, so that no worker is left alone with one at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than 30 s of a worker: most drive a browser or wait for processes to end. */
const slow = [
  /\/test\/(e2e|hosts)\//,
  /\/test\/packages\/packages\.test\.ts$/,
  /\/test\/shutdown\.test\.ts$/,
  /\/test\/second-service\/second-service\.test\.ts$/,
  /\/test\/sandbox\/people-page\.test\.ts$/,
  /\/test\/journey\/(uploads|killed)\.test\.ts$/,
  /\/test\/jobs\/idle\.test\.ts$/,
];

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.some((pattern) => pattern.test(moduleId));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
