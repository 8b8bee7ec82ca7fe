/**
 * Orders the test files: project by project, since a worker loads all modules again for another project, and within a project by
 * the times of the last run, or by size if there was none. So no worker is left with a long file at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { tiers } from './tiers.ts';

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const names: readonly string[] = tiers;
    const rank = ({ project }: TestSpecification) => names.indexOf(project.name);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
