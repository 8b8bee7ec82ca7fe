/**
 * The colours and corners that a partner may set, each with its default, and what is derived from them. Light and dark
 * follow the page.
 *
 * Text, lines and status colours are derived from the accent, the surface and the text, and their luminance is limited,
 * so that text has a contrast of 4.5 and an edge one of 3 for every accent.
 */
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

/** Private names that differ from the public one. `--_accent` is the accent as text and as an edge. */
const names: Record<string, string> = { accent: 'fill', 'surface-raised': 'raised', 'text-quiet': 'quiet' };

const supportsDerived = '(color:color(from red xyz-d65 x y z)) and (color:light-dark(red,red))';

/** The luminance that a colour may have at most on light surfaces, and must have at least on dark ones. */
type Limits = readonly [most: string, least: string];
const textLimits: Limits = ['var(--_most)', 'var(--_least)'];
const edgeLimits: Limits = ['.24', '.22'];

/** `colour` with a limited luminance and its own hue. */
function limited(colour: string, [most, least]: Limits): string {
  const scale = `min(1,${most}/y)`;
  const white = `max(0,(${least} - y)/(1 - y))`;
  const toWhite = (channel: string, of: number) => `calc(${channel} + (${of} - ${channel})*${white})`;
  return `light-dark(color(from ${colour} xyz-d65 calc(x*${scale}) calc(y*${scale}) calc(z*${scale})),color(from ${colour} xyz-d65 ${toWhite('x', 0.9505)} ${toWhite('y', 1)} ${toWhite('z', 1.089)}))`;
}

/** The sources of the derived colours, if the partner does not set them. */
const sources: Record<string, string> = {
  'text-quiet': 'color-mix(in oklab,var(--_text) 74%,var(--_surface))',
  line: 'color-mix(in oklab,var(--_text) 52%,var(--_surface))',
};

/**
 * Declares the private colours `--_*`. Each has the value of the partner's `--dx-*`, or else its default.
 * @param of the default for the light and the dark page, by the name that follows `--dx-`
 * @param readable the names of those that are text or edges, whose luminance is limited
 * @returns rules for `:host`. Browsers without `light-dark()` (Safari before 17.5, Chrome before 123, Firefox before
 *   120) use the light colours on every page.
 */
export function colourRules(of: Colours, readable = Object.keys(of)): string {
  const declare = (value: (light: string, dark: string) => string) =>
    Object.entries(of)
      .map(([name, pair]) => `--_${names[name] ?? name}:var(--dx-${name},${value(...pair)});`)
      .join('');
  const both = declare((light, dark) => `light-dark(${light},${dark})`);
  const light = declare((value) => value);
  const derived = readable.map((name) => {
    const pair = of[name] ?? ['', ''];
    const colour = `var(--dx-${name},${sources[name] ?? `light-dark(${pair})`})`;
    return `--_${names[name] ?? name}:${limited(colour, name === 'line' ? edgeLimits : textLimits)};`;
  });
  return `:host{${both}}@supports not (color:light-dark(red,red)){:host{color-scheme:light;${light}}}@supports ${supportsDerived}{:host{${derived.join('')}}}`;
}

const css = String.raw;

/** 1 for a colour on which white is easier to read than black, else 0. */
const isDark = 'clamp(0,(0.179 - y)*9999,1)';
const byDarkness = (onLight: number, onDark: number) => `calc(${onLight} + ${onDark - onLight}*${isDark})`;
/** A fifth darker with white text on it, a fifth lighter with black text. */
const hovered = (channel: string, white: number) =>
  `calc(${channel} - ${channel}*0.2*${isDark} + (${white} - ${channel})*0.2*(1 - ${isDark}))`;

/** Rules for `:host`. They must follow the rules that reset it. */
export const palette = `${colourRules(colours, ['text-quiet', 'line', 'danger'])}${css`
  :host {
    --_accent: var(--_fill);
    --_hover: color-mix(in srgb, var(--_fill) 88%, var(--_text));
    --_hairline: color-mix(in srgb, var(--_line) 38%, transparent);
    --_most: 0.13;
    --_least: 0.4;
    --_edge: 50%;
    --_radius: var(--dx-radius, 10px);
    --_dx-size: 1em;
  }
  @supports ${supportsDerived} {
    :host {
      --_accent: ${limited('var(--_fill)', textLimits)};
      --_hover: color(from var(--_fill) xyz-d65 ${hovered('x', 0.9505)} ${hovered('y', 1)} ${hovered('z', 1.089)});
      --_on-accent: var(
        --dx-on-accent,
        color(from var(--_fill) xyz-d65 calc(0.9505 * ${isDark}) ${isDark} calc(1.089 * ${isDark}))
      );
      --_text: var(
        --dx-text,
        color(
          from var(--_surface) xyz-d65 ${byDarkness(0.0129, 0.7991)} ${byDarkness(0.0138, 0.843)}
            ${byDarkness(0.0239, 0.9605)}
        )
      );
      --_raised: var(--dx-surface-raised, color-mix(in oklab, var(--_text) 4%, var(--_surface)));
    }
  }
  /* Text has a contrast of 7 then, with any accent. */
  @media (prefers-contrast: more) {
    :host {
      --_most: 0.08;
      --_least: 0.5;
      --_edge: 100%;
      --_quiet: var(--_text);
      --_line: var(--_text);
      --_hairline: color-mix(in srgb, var(--_text) 48%, transparent);
    }
  }
`}`;
