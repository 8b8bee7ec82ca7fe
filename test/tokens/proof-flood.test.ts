/** What a stranger who signed nothing can make a small server keep: nothing. */
import { expect, it } from 'vitest';
import { standing } from '../running-server.ts';
import { floodWithProofs, proofBytes, residentMiB } from './proof-flood.ts';

/** `npm run torture -- --only unsigned_proofs` sends a hundred thousand. */
const count = 6_000;

it('keeps nothing of unsigned proofs', async () => {
  const { run } = await standing('sqlite');
  const { url, child } = await run({
    NODE_OPTIONS: '--max-old-space-size=128',
    RATE_LIMIT_PER_ADDRESS: '0',
  });
  // Compiled code and the young generation have reached their size after these.
  await floodWithProofs(url, 2000, proofBytes);
  const before = await residentMiB(child.pid);
  const statuses = await floodWithProofs(url, count, proofBytes);
  expect(child.exitCode).toBe(null);
  expect([...statuses.keys()]).toEqual([400]);
  expect((await residentMiB(child.pid)) - before).toBeLessThan(16);
}, 60_000);
