/** A wait that ends with the element. */
import { expect, it } from 'vitest';
import { pause } from '../../widget/session/pause.ts';

const aMinute = 60_000;

it('ends at once if the signal aborts, or has aborted before', async () => {
  const life = new AbortController();
  const waiting = pause(aMinute, life.signal);
  life.abort();
  await expect(waiting).resolves.toBeUndefined();
  await expect(pause(aMinute, life.signal)).resolves.toBeUndefined();
});

it('ends after its time', async () => {
  const { signal } = new AbortController();
  const beganAt = performance.now();
  await pause(30, signal);
  expect(performance.now() - beganAt).toBeGreaterThanOrEqual(29);
});
