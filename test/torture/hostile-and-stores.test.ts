/** The floods and database faults of the fault tests, each once and small. */
import { describe, expect, it } from 'vitest';
import { deliveries } from './deliveries.ts';
import { fullDisk, readOnly } from './full-store.ts';
import { hostile } from './hostile.ts';
import { oneFile } from './one-file.ts';
import { seeded } from './verdict.ts';

/** The parts mostly wait for limits of the server; a busy machine takes longer. */
const timeout = 180_000;

describe.concurrent('A short run of the fault tests', () => {
  it.each([
    ['hostile', hostile],
    ['one_file', oneFile],
    ['full_disk', fullDisk],
    ['read_only', readOnly],
    ['deliveries', deliveries],
  ] as const)('passes: %s', { timeout }, async (_, part) => {
    const verdicts = await part(seeded(20_261_121), 1);
    expect(verdicts.length).toBeGreaterThan(0);
    for (const { what, faults } of verdicts) expect([what, ...faults]).toEqual([what]);
  });
});
