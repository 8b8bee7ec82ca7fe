/** A small server stores nothing for a client that signed nothing. */
import { expect, it, onTestFinished } from 'vitest';
import { openPlace } from '../../support/faults/main-process.ts';
import { floodWithProofs, proofBytes, readProofBytes } from './proof-flood.ts';

/** `npm run torture -- --only unsigned_proofs` sends a hundred thousand, and measures resident memory. */
const sentBytes = 15_000_000;
const mib = 1024 * 1024;

it.each([
  ['refuses unread', proofBytes, 431],
  ['reads', readProofBytes, 400],
])('stores nothing of unsigned proofs that it %s', async (_, bytes, status) => {
  const place = await openPlace({ NODE_OPTIONS: '--max-old-space-size=128' });
  onTestFinished(() => place.close());
  const server = await place.start();
  await floodWithProofs(place.url, 200, bytes);
  const before = await server.state();
  const count = sentBytes / bytes;
  const statuses = await floodWithProofs(place.url, count, bytes);
  const after = await server.state();
  expect([...statuses]).toEqual([[status, count]]);
  expect((after.heapBytes - before.heapBytes) / mib).toBeLessThan(8);
});
