/** The length of encrypted JSON reveals nothing of the answers in it. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paddedJson } from '../../../server/core/store/encrypted-column.ts';
import { createStoreKeys } from '../../../server/core/store/store-keys.ts';
import { newStoreKey } from '../../support/keys.ts';

const questions = [
  'pregnant',
  'barium',
  'implants',
  'pacemaker',
  'over_weight',
  'recent_scan',
  'unable_to_lie',
];

/** Every combination of answers to seven questions. */
const combinations = Array.from({ length: 2 ** questions.length }, (_, bits) =>
  Object.fromEntries(questions.map((name, at) => [name, (bits & (1 << at)) !== 0])),
);
const keys = createStoreKeys([newStoreKey('test')]);
const encrypt = (value: unknown, leastBytes?: number) => keys.encrypt(paddedJson(value, leastBytes));
const lengths = (values: unknown[], leastBytes?: number) =>
  new Set(values.map((value) => encrypt(value, leastBytes).length));

it('has one length for all answers, wherever the rest of the value ends', () => {
  for (let rest = 0; rest < 1100; rest += 37) {
    const note = Array.from({ length: rest }, () => 'x');
    expect([...lengths(combinations.map((answers) => ({ note, answers })))]).toHaveLength(1);
  }
});

it('has one length for all answers in a JSON text, as a write keeps it', () => {
  for (let rest = 0; rest < 1100; rest += 37) {
    const note = Array.from({ length: rest }, () => 'x');
    const texts = combinations.map((answers) => JSON.stringify({ note, answers }));
    expect([...lengths(texts)]).toHaveLength(1);
  }
});

it('has one length for answers by choice, and for some of them or none, up to the least length', () => {
  const choices = [
    {},
    { sex: 'male' },
    { sex: 'female', pregnant: true },
    { sex: 'prefer not to say', pregnant: null },
    { sex: 'female', notes: 'x'.repeat(3000) },
  ];
  expect([...lengths(choices, 4096)]).toHaveLength(1);
});

it('is JSON of the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(9000), (value, leastBytes) => {
      const padded = paddedJson(value, leastBytes);
      expect(padded.length % 1024).toBe(0);
      expect(padded.length).toBeGreaterThanOrEqual(leastBytes);
      expect(JSON.parse(padded.toString())).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('encrypts the same padded value to unequal texts', () => {
  const digests = combinations.map((answers) => createHash('sha256').update(encrypt(answers)).digest('hex'));
  expect(new Set(digests).size).toBe(combinations.length);
});
