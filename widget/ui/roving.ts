/** Arrow keys in a strip or a grid of items. One item at a time is in the tab order. */

/**
 * Finds the item to which an arrow key, Home or End moves. Left and right follow the direction of the text.
 * @param items in the order of the document, `from` among them
 * @returns null for other keys and at the ends
 */
export function itemAfterKey(
  key: string,
  items: readonly HTMLElement[],
  from: HTMLElement,
): HTMLElement | null {
  const at = items.indexOf(from);
  const reversed = getComputedStyle(from).direction === 'rtl';
  switch (key) {
    case 'ArrowRight':
      return items[at + (reversed ? -1 : 1)] ?? null;
    case 'ArrowLeft':
      return items[at + (reversed ? 1 : -1)] ?? null;
    case 'ArrowDown':
      return nearestInRow(items.slice(at + 1), from, 1);
    case 'ArrowUp':
      return nearestInRow(items.slice(0, at).reverse(), from, -1);
    case 'Home':
      return items[0] ?? null;
    case 'End':
      return items.at(-1) ?? null;
    default:
      return null;
  }
}

/** @returns the item of the next row that is closest to the same column */
function nearestInRow(
  candidates: readonly HTMLElement[],
  from: HTMLElement,
  way: 1 | -1,
): HTMLElement | null {
  const here = from.getBoundingClientRect();
  const boxes = candidates.map((item) => ({
    item,
    box: item.getBoundingClientRect(),
  }));
  const row = boxes.find(({ box }) => (box.top - here.top) * way > 4)?.box.top;
  if (row === undefined) return null;
  const inRow = boxes.filter(({ box }) => Math.abs(box.top - row) < 4);
  const off = ({ box }: { box: DOMRect }) => Math.abs(box.left - here.left);
  return inRow.sort((a, b) => off(a) - off(b))[0]?.item ?? null;
}
