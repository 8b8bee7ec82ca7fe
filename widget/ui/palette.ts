/** The colours, corners and type that a partner may set, each with its default; light and dark follow the page. */
type Colours = Record<string, readonly [light: string, dark: string]>;

const colours = {
  accent: ['#0b5fa5', '#8ac2f7'],
  'on-accent': ['#ffffff', '#10151b'],
  surface: ['#ffffff', '#12161b'],
  'surface-raised': ['#f4f6f8', '#1c222a'],
  text: ['#17202a', '#e9edf2'],
  'text-quiet': ['#525e6b', '#aab5c1'],
  line: ['#7d8997', '#74808e'],
  danger: ['#b3261e', '#ffb4ab'],
} as const satisfies Colours;

/** Private names that differ from the public one. */
const names: Record<string, string> = { 'surface-raised': 'raised', 'text-quiet': 'quiet' };

/**
 * @param of the default for the light and the dark page, by the name that follows `--dx-`
 * @returns rules for `:host`. Browsers without `light-dark()` (Safari before 17.5, Chrome before 123, Firefox before
 *   120) use the light colours on every page.
 */
export function colourRules(of: Colours): string {
  const declare = (value: (light: string, dark: string) => string) =>
    Object.entries(of)
      .map(([name, pair]) => `--_${names[name] ?? name}:var(--dx-${name},${value(...pair)});`)
      .join('');
  const both = declare((light, dark) => `light-dark(${light},${dark})`);
  const light = declare((value) => value);
  return `:host{${both}}@supports not (color:light-dark(red,red)){:host{color-scheme:light;${light}}}`;
}

const css = String.raw;

/** Rules for `:host`. They must follow the rules that reset it. */
export const palette = `${colourRules(colours)}${css`
  @supports (color: oklch(from red l c h)) {
    :host {
      --_on-accent: var(--dx-on-accent, oklch(from var(--_accent) calc((0.68 - l) * 1000) 0 0));
    }
  }
  :host {
    --_hairline: color-mix(in srgb, var(--_line) 38%, transparent);
    --_radius: var(--dx-radius, 10px);
  }
`}`;
