/**
 * Every logical write, by the flow whose key sends it; nothing else is ever written (Host; HND-06, T85). Neither flow
 * can name a write of the other: what both may write about an appointment stands in both tables.
 */

import { journeyWrites } from './full-api-writes.ts';
import { handoffWrites } from './handoff/writes.ts';
import type { WriteKindEntry } from './write-kind-entry.ts';

export const flows = ['full_api', 'co_branded'] as const;
export type Flow = (typeof flows)[number];

const tables = { full_api: journeyWrites, co_branded: handoffWrites } as const satisfies Record<
  Flow,
  Record<string, WriteKindEntry>
>;

/** @typeParam F whose writes; those of the full API where nothing is said */
export type WriteKind<F extends Flow = 'full_api'> = F extends Flow
  ? Extract<keyof (typeof tables)[F], string>
  : never;

export const writeKinds: { readonly [F in Flow]: Readonly<Record<WriteKind<F>, WriteKindEntry>> } = tables;

/** The names of each flow's kinds of writes. */
export const writeKindNames: Readonly<Record<Flow, readonly string[]>> = {
  full_api: Object.keys(writeKinds.full_api),
  co_branded: Object.keys(writeKinds.co_branded),
};

export const isWriteKind = <F extends Flow>(flow: F, kind: string): kind is WriteKind<F> =>
  Object.hasOwn(writeKinds[flow], kind);

export const writeKind = <F extends Flow>(flow: F, kind: WriteKind<F>): WriteKindEntry => {
  const table: Readonly<Record<string, WriteKindEntry>> = writeKinds[flow];
  const found = table[kind];
  if (!found) throw new Error(`${flow} has no write ${kind}`);
  return found;
};
