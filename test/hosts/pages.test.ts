/** A customer can book whatever the page does: its roots, frames, scripts, policies, and the life of the element. */
import { describe, expect, it } from 'vitest';
import { book } from './book.ts';
import { type Host, hostHarnessOfFile } from './host-harness.ts';
import { lives } from './lives.ts';
import { inline, json, wholeDocument } from './markup.ts';
import { frames, roots } from './roots-and-frames.ts';
import { policies, scripts } from './scripts.ts';

const harness = await hostHarnessOfFile();

const hosts = [...roots, ...frames, ...scripts, ...policies, ...lives];
const isWhole = ({ from }: Host) => from === 'place';

async function bookWith(host: Host): Promise<void> {
  const opened = await book(harness, host);
  expect(opened.console).toEqual([]);
  await host.after?.(opened.page);
  await opened.close();
}

// Alone, because they take as long as many others.
describe('A customer books from the first step to the last with', () => {
  it.each(hosts.filter(isWhole))('$name', bookWith);
});

describe('A customer books with', () => {
  it.concurrent.each(hosts.filter((host) => !isWhole(host)))('$name', bookWith);
});

describe('The console says', () => {
  const tell = async (name: string, page: Host['page']) => {
    const opened = await harness.open({ name, page });
    return { ...opened, says: (text: RegExp) => expect.poll(() => opened.console.join('\n')).toMatch(text) };
  };

  it('that the script tag of the loader is a classic one', async () => {
    const { page, says, close } = await tell('a classic script', ({ tag, loader }) => ({
      text: wholeDocument(`<script defer src="${loader}"></script>`, tag),
    }));
    await says(/<dx-booking> load_failed: .*type="module"/);
    expect(await page.locator('dx-booking').innerText()).toContain('This part of the page did not load.');
    await close();
  });

  it('which properties a framework set as attributes', async () => {
    const tags = ['dx-booking', 'dx-appointments', 'dx-physician-order', 'dx-handoff'];
    const {
      console: lines,
      says,
      close,
    } = await tell('attributes of functions', ({ server }) =>
      tags
        .map(
          (tag) =>
            `<${tag} server="${server}" subjecttoken="a" getsubjecttoken="async () => 'a'" handoff="[object Object]"></${tag}>`,
        )
        .join(''),
    );
    for (const tag of tags)
      await says(
        new RegExp(`<${tag}>: the attribute getsubjecttoken has no effect. Set the property getSubjectToken`),
      );
    await says(/<dx-booking>: the attribute subjecttoken has no effect\. Write subject-token\./);
    await says(/<dx-handoff>: the attribute handoff has no effect/);
    expect(lines.filter((line) => line.includes('has no effect'))).toHaveLength(9);
    await close();
  });

  it('which attributes are misspelt, and of none that another script may have set', async () => {
    const {
      console: lines,
      says,
      close,
    } = await tell(
      'misspelt attributes',
      ({ server }) =>
        `<dx-appointments id="a" class="b" style="color: teal" tabindex="0" data-test-types="c" _ngcontent-d="" v-cloak clinic="e" server="${server}" subject_token="f" get-subject-token="g"></dx-appointments>
        <dx-booking server="${server}" subject-token="h" idle-timeout="5min" test-type="DEXA" location="j" zipcode="10002" radius-mile="5"></dx-booking>`,
    );
    await says(/<dx-appointments>: the attribute subject_token has no effect\. Write subject-token\./);
    await says(/the attribute get-subject-token has no effect\. Set the property getSubjectToken:/);
    for (const [name, right] of [
      ...[
        ['test-type', 'test-types'],
        ['location', 'locations'],
        ['zipcode', 'zip'],
      ],
      ['radius-mile', 'radius-miles'],
    ])
      await says(new RegExp(`<dx-booking>: the attribute ${name} has no effect\\. Write ${right}\\.`));
    await says(/the attribute idle-timeout has no effect\. Write a number of seconds\./);
    expect(lines.filter((line) => line.includes('has no effect'))).toHaveLength(7);
    await close();
  });
});

it('Each element keeps the function and the server that it got before it was defined', async () => {
  const opened = await harness.open({
    name: 'four early functions',
    page: ({ server, loader }) => ({
      text: wholeDocument(
        '',
        `<dx-booking></dx-booking><dx-appointments></dx-appointments>
         <dx-physician-order></dx-physician-order><dx-handoff></dx-handoff>${inline(`
          window.asked = [];
          for (const element of document.body.querySelectorAll(':not(script)')) {
            element.server = ${json(server)};
            element.appointmentId = element.handoffId = '00000000-0000-4000-8000-000000000000';
            element.getSubjectToken = async () => { asked.push(element.localName); return null; };
          }
          document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: ${json(loader)} }));`)}`,
      ),
    }),
  });
  const asked = () => opened.page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  await expect
    .poll(async () => [...new Set(await asked())].sort())
    .toEqual(['dx-appointments', 'dx-booking', 'dx-handoff', 'dx-physician-order']);
  await opened.close();
});
