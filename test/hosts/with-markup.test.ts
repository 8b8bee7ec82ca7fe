/** A customer can book on the same pages if their HTML has the first step as markup. */
import { describe, expect, it } from 'vitest';
import { begin, book } from './book.ts';
import { layouts, styles } from './boxes-and-styles.ts';
import { type Host, hostHarnessOfFile } from './host-harness.ts';
import { lives } from './lives.ts';
import { frames, roots } from './roots-and-frames.ts';
import { policies, scripts } from './scripts.ts';

const harness = await hostHarnessOfFile({ markup: true });

const hosts = [...layouts, ...styles, ...roots, ...frames, ...scripts, ...policies, ...lives];
const isWhole = ({ from }: Host) => from === 'place';

async function openWith(open: typeof book, host: Host): Promise<void> {
  const opened = await open(harness, host);
  expect(opened.console).toEqual([]);
  await opened.close();
}

describe('A customer books from the first step to the last with', () => {
  it.each(hosts.filter(isWhole))('$name', (host) => openWith(book, host));
});

describe('A customer begins with', () => {
  it.concurrent.each(hosts.filter((host) => !isWhole(host)))('$name', (host) =>
    // At the first step, unless the page needs a later one.
    openWith(begin, { from: 'place', ...host }),
  );
});
