/** What an element has drawn, as text: its elements, attributes and words, through shadow roots. */

/** Evaluate it in a page. @returns a line for each element and text of the first `<dx-booking>`, in order */
export function drawnTree(): string[] {
  const lines: string[] = [];
  function draw(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent?.replace(/\s+/g, ' ').trim();
      if (text) lines.push(text);
    }
    if (!(node instanceof Element) || node.matches('style, link, .user-panel')) return;
    // In the markup, a custom element is a plain box.
    const name = node.localName.includes('-') ? 'div' : node.localName;
    const attributes = [...node.attributes]
      .filter((attribute) => attribute.name !== 'value')
      .map((attribute) => `${attribute.name}="${attribute.value.trim()}"`);
    if (node instanceof HTMLInputElement) attributes.push(`value is ${node.value}`);
    const { x, y, width, height } = node.getBoundingClientRect();
    const box = [x + scrollX, y + scrollY, width, height].map(Math.round);
    const place = node.getClientRects().length > 0 ? `at ${box}` : 'not shown';
    lines.push([name, ...attributes.sort(), place].join(' '));
    for (const child of (node.shadowRoot ?? node).childNodes) draw(child);
  }
  for (const node of document.querySelector('dx-booking')?.shadowRoot?.childNodes ?? []) draw(node);
  return lines;
}

/** Evaluate it in a page. @returns whether the first `<dx-booking>` has drawn its own first step, and nothing else is there */
export function hasTakenOver(): boolean {
  const root = document.querySelector('dx-booking')?.shadowRoot;
  return root?.querySelector('dx-place-step') != null && root.querySelectorAll('.user-stack').length === 1;
}
