/** Measures the contrast of the colours of an element as the browser has computed them. */

/** The properties that are text on the surface and on raised panels, with their names in the warning. */
const texts = {
  text: 'text',
  quiet: 'secondary text',
  accent: 'links',
  danger: 'errors',
  caution: 'notices',
};

/** The pairs of foreground and background, by private names. */
const pairs = [
  ...Object.entries(texts).flatMap(([front, what]) =>
    ['surface', 'raised'].map((back) => ({ front, back, least: 4.5, what })),
  ),
  { front: 'text', back: 'tint', least: 4.5, what: 'text' },
  { front: 'on-accent', back: 'fill', least: 4.5, what: 'text on the accent' },
  { front: 'on-accent', back: 'hover', least: 4.5, what: 'text on the accent' },
  { front: 'line', back: 'surface', least: 3, what: 'edges of controls' },
];

/** The custom properties that decide a colour, the most likely cause first. */
const causes: Record<string, readonly string[]> = {
  text: ['--dx-text', '--dx-surface-raised', '--dx-surface'],
  'on-accent': ['--dx-on-accent', '--dx-accent'],
};
const derivedFrom = (front: string, back: string) => [
  ...(back === 'raised' ? ['--dx-surface-raised'] : []),
  '--dx-surface',
  `--dx-${front === 'quiet' ? 'text-quiet' : front}`,
];

/** @returns the relative luminance of a computed colour of CSS; NaN for one that it does not read */
function luminance(colour: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = (
    colour.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []
  )
    .slice(colour.startsWith('color(xyz') ? 1 : 0)
    .map(Number);
  if (colour.startsWith('color(xyz')) return green;
  const scale = colour.startsWith('rgb') ? 255 : colour.startsWith('color(srgb ') ? 1 : Number.NaN;
  const linear = (value: number) => {
    const part = value / scale;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** @returns the luminance of each private colour that the element has */
function luminances(element: HTMLElement): Map<string, number> {
  const derives = CSS.supports('color:color(from red xyz-d65 x y z)');
  const box = document.createElement('div');
  box.hidden = true;
  const style = getComputedStyle(element);
  const names = [...new Set(pairs.flatMap(({ front, back }) => [front, back]))];
  // A probe of a colour that the element does not have would inherit its text colour.
  const own = names.filter((name) => style.getPropertyValue(`--_${name}`) !== '');
  const probes = own.map((name) => {
    const probe = box.appendChild(document.createElement('i'));
    // The browser converts colours of every space itself, where it can.
    probe.style.color = derives ? `color(from var(--_${name}) xyz-d65 x y z)` : `var(--_${name})`;
    return [name, probe] as const;
  });
  element.shadowRoot?.append(box);
  const found = new Map(probes.map(([name, probe]) => [name, luminance(getComputedStyle(probe).color)]));
  box.remove();
  return found;
}

/**
 * Finds the colours of an element that have too low a contrast. It adds hidden probes to the shadow root and removes
 * them.
 * @param element in the document, with `palette` in its shadow root; without a shadow root it finds nothing
 * @returns the worst for each custom property: its contrast ratio, the least ratio that is needed, and what it draws
 */
export function lowContrasts(
  element: HTMLElement,
): { property: string; ratio: number; least: number; what: string }[] {
  const of = luminances(element);
  const style = getComputedStyle(element);
  const worst = new Map<string, { property: string; ratio: number; least: number; what: string }>();
  for (const { front, back, least, what } of pairs) {
    const [low = Number.NaN, high = Number.NaN] = [
      of.get(front) ?? Number.NaN,
      of.get(back) ?? Number.NaN,
    ].toSorted((a, b) => a - b);
    const ratio = (high + 0.05) / (low + 0.05);
    // NaN: a colour that cannot be read.
    if (!(ratio < least - 0.005)) continue;
    const candidates = causes[front] ?? derivedFrom(front, back);
    const property = candidates.find((name) => style.getPropertyValue(name)) ?? candidates[0] ?? '';
    if (ratio / least < (worst.get(property)?.ratio ?? 99) / (worst.get(property)?.least ?? 1))
      worst.set(property, { property, ratio, least, what });
  }
  return [...worst.values()];
}

/**
 * Writes a warning on the console for each custom property whose value makes text or edges hard to see; none in forced
 * colours.
 * @param element as for `lowContrasts`
 */
export function warnOfLowContrast(element: HTMLElement): void {
  if (matchMedia('(forced-colors: active)').matches) return;
  for (const { property, ratio, least, what } of lowContrasts(element))
    console.warn(
      `<${element.localName}> ${property}: the contrast of ${what} is ${ratio.toFixed(2)}, and at least ${least} is needed. On a dark surface, set color-scheme: dark.`,
    );
}
