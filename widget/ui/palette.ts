/** The colours, corners and type that a partner may set, each with its default; light and dark follow the page. */
const css = String.raw;

export const palette = css`
  --_accent: var(--dx-accent, light-dark(#0b5fa5, #8ac2f7));
  --_on-accent: var(--dx-on-accent, oklch(from var(--_accent) calc((0.68 - l) * 1000) 0 0));
  --_surface: var(--dx-surface, light-dark(#ffffff, #12161b));
  --_raised: var(--dx-surface-raised, light-dark(#f4f6f8, #1c222a));
  --_text: var(--dx-text, light-dark(#17202a, #e9edf2));
  --_quiet: var(--dx-text-quiet, light-dark(#525e6b, #aab5c1));
  --_line: var(--dx-line, light-dark(#7d8997, #74808e));
  --_hairline: color-mix(in srgb, var(--_line) 38%, transparent);
  --_danger: var(--dx-danger, light-dark(#b3261e, #ffb4ab));
  --_radius: var(--dx-radius, 10px);
`;
