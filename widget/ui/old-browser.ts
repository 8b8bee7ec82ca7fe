/** Shows in each element that the browser is too old for it. Its syntax is older than 2020. */
type ShowFailure = (element: HTMLElement, code: string, text: string) => void;

const text =
  'Your browser is too old for this part of the page. Please update it, or use Safari 16.4, Chrome 111, Edge 111, Firefox 115 or newer.';

/** Shows the message in an element by `show`, and writes a warning on the console. */
export function refuse(element: HTMLElement, show: ShowFailure): void {
  show(element, 'browser_not_supported', text);
  console.warn(
    `<${element.localName}> browser_not_supported: This browser is older than Safari 16.4, Chrome 111 and Firefox 115, or lacks a feature of theirs. There is nothing to change on the page.`,
  );
}
