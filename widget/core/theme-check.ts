/** Decides whether the colours that the page has set need a check of their contrast. */

/** Values that no derivation corrects; browsers without relative colours derive nothing. */
const unguarded = CSS.supports('color:color(from red xyz-d65 x y z)')
  ? ['text', 'surface', 'surface-raised', 'on-accent']
  : ['text', 'surface', 'surface-raised', 'on-accent', 'accent', 'text-quiet', 'line', 'danger'];

/** After the first paint. */
const delayMs = 1000;

/**
 * Writes a warning on the console for each custom property of `element` with too low a contrast.
 * @param signal ends the wait
 */
export function checkTheme(element: HTMLElement, signal: AbortSignal): void {
  const timer = setTimeout(() => {
    const style = getComputedStyle(element);
    if (unguarded.some((name) => style.getPropertyValue(`--dx-${name}`)))
      import('../ui/low-contrast.ts').then(
        ({ warnOfLowContrast }) => warnOfLowContrast(element),
        () => {},
      );
  }, delayMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
