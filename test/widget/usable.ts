/** Faults that stop someone from using an element: at a narrow width, with large text, with spaced text, by keyboard. */

/** Every element inside, through shadow roots. */
export function inner(root: Element): HTMLElement[] {
  return [...(root.shadowRoot?.children ?? []), ...root.children].flatMap((element) => [
    ...(element instanceof HTMLElement ? [element] : []),
    ...inner(element),
  ]);
}

/** A short name of an element, for a message. */
export function nameOf(element: Element): string {
  const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
  return `${element.localName}.${element.className} “${text.slice(0, 40)}”`;
}

/** Whether a person sees the element. */
export const isSeen = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
  !element.matches('.visually-hidden, .visually-hidden *, .former, .former *') &&
  getComputedStyle(element).clipPath !== 'inset(50%)';

/** Scrolls sideways by intent: the days, and the chosen times on a phone. */
const mayScroll = '.strip, .strip *, table, table *, .scroll, .scroll *';

/** Whether the lines of its own text run into each other, or would. */
function isCramped(element: Element): boolean {
  const { lineHeight, fontSize } = getComputedStyle(element);
  const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  return hasText && Number.parseFloat(lineHeight) < Number.parseFloat(fontSize) * 1.15;
}

/** Text that is cut off or that overlaps itself, and elements that reach beyond the edge of the page. */
export function lost(root: Element): string[] {
  const edge = document.documentElement.clientWidth;
  const faults: string[] = [];
  if (document.documentElement.scrollWidth > edge) faults.push('the page scrolls sideways');
  for (const element of inner(root)) {
    if (!isSeen(element) || element.matches(mayScroll)) continue;
    const { left, right } = element.getBoundingClientRect();
    if (right > edge + 1 || left < -1) faults.push(`beyond the edge: ${nameOf(element)}`);
    const { overflowX, overflowY } = getComputedStyle(element);
    const isCut =
      (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
      (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1);
    if (isCramped(element)) faults.push(`lines too close: ${nameOf(element)}`);
    if (isCut && element.textContent?.trim() !== '' && !element.matches('select'))
      faults.push(`cut off: ${nameOf(element)}`);
  }
  return faults;
}

/** What takes the focus or a press. */
export const controlsIn = (root: Element): HTMLElement[] =>
  inner(root).filter(
    (element) =>
      element.matches('a[href], button, input, select, textarea, summary, [tabindex="0"], [role="option"]') &&
      !element.matches(':disabled, [type="hidden"]') &&
      isSeen(element),
  );

/** The area of a press: that of the label, if it is larger. */
function targetOf(control: HTMLElement): DOMRect {
  const box = control.closest('label')?.getBoundingClientRect() ?? control.getBoundingClientRect();
  return box;
}

/** Targets below 24 by 24 CSS pixels, but for links in a sentence. */
export function smallTargets(root: Element): string[] {
  return controlsIn(root)
    .filter((control) => {
      const { width, height } = targetOf(control);
      const isInSentence = control.matches('a') && getComputedStyle(control).display === 'inline';
      return (width < 24 || height < 24) && !isInSentence;
    })
    .map(nameOf);
}

function deepActive(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

const outlineOf = (element: Element | null) => {
  if (element === null) return '';
  const {
    outlineStyle,
    outlineWidth,
    outlineColor,
    outlineOffset,
    boxShadow,
    borderStyle,
    borderWidth,
    borderColor,
  } = getComputedStyle(element);
  // A line without a style or a width still has a color.
  const line = (style: string, width: string, ...look: string[]) =>
    style === 'none' || width === '0px' ? '' : [style, width, ...look].join();
  return [
    line(outlineStyle, outlineWidth, outlineColor, outlineOffset),
    line(borderStyle, borderWidth, borderColor),
    boxShadow,
  ].join();
};

/** The element, then its ancestors up to three levels: a card shows the focus of its radio button. */
const around = (control: Element) => [
  control,
  control.parentElement,
  control.parentElement?.parentElement ?? null,
];

/** Controls whose focus does not show, or that something covers while they have it. */
export function unseenFocus(root: Element): string[] {
  const faults: string[] = [];
  for (const control of controlsIn(root)) {
    if (control.tabIndex < 0) continue;
    control.blur();
    const before = around(control).map(outlineOf);
    control.focus({ focusVisible: true });
    // WebKit scrolls after this task.
    control.scrollIntoView({ block: 'nearest' });
    if (deepActive() !== control) continue;
    const shows = around(control).some((element, at) => outlineOf(element) !== before[at]);
    if (!shows) faults.push(`no focus ring: ${nameOf(control)}`);
    if (isCovered(control)) faults.push(`covered: ${nameOf(control)}`);
    control.blur();
  }
  return faults;
}

/** Whether nothing of the control can be seen: each of nine points of it belongs to something else. */
function isCovered(control: HTMLElement): boolean {
  const { left, top, width, height } = control.getBoundingClientRect();
  const parts = [0.1, 0.5, 0.9];
  return !parts.some((x) =>
    parts.some((y) => {
      let found = document.elementFromPoint(left + width * x, top + height * y);
      while (found?.shadowRoot) {
        const deeper = found.shadowRoot.elementFromPoint(left + width * x, top + height * y);
        if (deeper === null || deeper === found) break;
        found = deeper;
      }
      return (
        found !== null &&
        (control.contains(found) || found.contains(control) || found === control.closest('label'))
      );
    }),
  );
}

/** Animations and transitions that take time. */
export function motions(root: Element): string[] {
  const seconds = (list: string) => Math.max(...list.split(',').map((part) => Number.parseFloat(part)));
  return inner(root)
    .filter((element) => {
      const { animationDuration, animationName, transitionDuration } = getComputedStyle(element);
      return (animationName !== 'none' && seconds(animationDuration) > 0) || seconds(transitionDuration) > 0;
    })
    .map(nameOf);
}

/** Controls that forced colors leave without an edge, although they have no text of their own. */
export function vanished(root: Element): string[] {
  return controlsIn(root)
    .filter((control) => {
      const { borderTopStyle, borderBottomStyle, borderBottomColor, backgroundColor } =
        getComputedStyle(control);
      const hasEdge =
        (borderTopStyle !== 'none' || borderBottomStyle !== 'none') && borderBottomColor !== backgroundColor;
      const isNative = control.matches('[type="radio"], [type="checkbox"], [type="file"]');
      return (
        !hasEdge && !isNative && control.innerText.trim() === '' && control.querySelector('svg') === null
      );
    })
    .map(nameOf);
}

const spacing = new CSSStyleSheet();
spacing.replaceSync(`
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`);

/** Spaces the text as WCAG 1.4.12 has it, in each shadow root. @returns what takes the spaces away */
export function spaceText(root: Element): () => void {
  const roots = [root, ...inner(root)].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  for (const each of roots) each.adoptedStyleSheets = [...each.adoptedStyleSheets, spacing];
  return () => {
    for (const each of roots)
      each.adoptedStyleSheets = each.adoptedStyleSheets.filter((sheet) => sheet !== spacing);
  };
}
