/** What is remembered of tokens and keys: never a failure, never more than its limit, and time still counts. */
import { describe, expect, it } from 'vitest';
import { remembered } from '../../server/tokens/remembered.ts';

describe('what was worked out', () => {
  it('is worked out once for a text, and again when it was forgotten', async () => {
    const made: string[] = [];
    const read = remembered(async (text) => made.push(text) && text.toUpperCase(), 2);
    expect([await read('a'), await read('b'), await read('a')]).toEqual(['A', 'B', 'A']);
    expect(made).toEqual(['a', 'b']);
    await read('c');
    await read('a');
    await read('b');
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('is tried again after it threw', async () => {
    let tries = 0;
    const read = remembered(async () => {
      tries += 1;
      if (tries === 1) throw new Error('not this time');
      return tries;
    });
    await expect(read('a')).rejects.toThrow('not this time');
    expect(await read('a')).toBe(2);
  });
});
