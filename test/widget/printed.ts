/** Collects what is printed, in place of the browser's dialog. */
import { until } from './assert.ts';

/** @returns the title and the text of the document that `start` prints */
export async function printed(start: () => unknown): Promise<{ title: string; text: string }> {
  let found: { title: string; text: string } | null = null;
  // The frame's own `print` opens a dialog.
  const watch = new MutationObserver(() => {
    const view = document.querySelector('iframe')?.contentWindow;
    if (view)
      view.print = () => {
        found = { title: view.document.title, text: view.document.body.innerText };
      };
  });
  watch.observe(document.body, { childList: true });
  await start();
  const shown = await until(() => found, 'the print dialog');
  watch.disconnect();
  return shown;
}
