/** The colours that a partner sets, and those derived from them, are readable, or a warning names the property. */
import { emulateMedia } from '@web/test-runner-commands';
import { lowContrasts, warnOfLowContrast } from '../../widget/ui/low-contrast.ts';
import { palette } from '../../widget/ui/palette.ts';
import '../../widget/ui/registered-size.ts';
import { tokens } from '../../widget/ui/tokens.ts';
import { assert, equal } from './assert.ts';

type Theme = Partial<Record<'accent' | 'surface' | 'text' | 'on-accent' | 'line', string>>;

/** What is drawn on what, and the contrast that it needs. */
const texts = ['text', 'quiet', 'accent', 'danger', 'positive', 'caution'];
type Role = [front: string, back: string, least: number];
const roles: Role[] = [
  ...texts.flatMap((front): [string, string, number][] => [
    [front, 'surface', 4.5],
    [front, 'raised', 4.5],
  ]),
  ['text', 'tint', 4.5],
  ['on-accent', 'fill', 4.5],
  ['on-accent', 'hover', 4.5],
  ['line', 'surface', 3],
];

/** For a reader who asks for more contrast. */
const strongRoles = roles.map(
  ([front, back, least]): Role => [front, back, front === 'on-accent' ? least : 7],
);

const sheet = new CSSStyleSheet();
sheet.replaceSync(tokens.cssText);

/** The handoff has no tint, which is for what is chosen. */
const handoffSheet = new CSSStyleSheet();
handoffSheet.replaceSync(`:host { color: var(--_text); } ${palette}`);

function host(scheme: 'light' | 'dark', theme: Theme): HTMLElement {
  const element = document.createElement('div');
  element.style.colorScheme = scheme;
  for (const [name, value] of Object.entries(theme)) element.style.setProperty(`--dx-${name}`, value);
  const root = element.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  for (const name of new Set(roles.map(([front]) => front).concat(roles.map(([, back]) => back)))) {
    const role = document.createElement('i');
    role.id = name;
    role.style.color = `var(--_${name})`;
    root.append(role);
  }
  document.body.append(element);
  return element;
}

const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

/** The luminance as drawn, by the definition of WCAG. */
function luminance(colour: string): number {
  if (canvas === null) throw new Error('no canvas');
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The roles of an element that are hard to see. Drawn bytes are rounded. */
function failures(element: HTMLElement, needed = roles): string[] {
  const drawn = new Map<string, number>();
  for (const role of element.shadowRoot?.querySelectorAll('i') ?? [])
    drawn.set(role.id, luminance(getComputedStyle(role).color));
  return needed.flatMap(([front, back, least]) => {
    const pair = [drawn.get(front) ?? 0, drawn.get(back) ?? 0].toSorted((a, b) => b - a);
    const ratio = ((pair[0] ?? 0) + 0.05) / ((pair[1] ?? 0) + 0.05);
    return ratio < least - 0.06 ? [`${front} on ${back}: ${ratio.toFixed(2)}`] : [];
  });
}

/** Numbers that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = seeded(15);
const colour = () =>
  `#${Math.floor(random() * 0x1_00_00_00)
    .toString(16)
    .padStart(6, '0')}`;
const schemes = ['light', 'dark'] as const;

describe('the palette', () => {
  afterEach(() => document.body.replaceChildren());

  it('is readable with each of 200 accents, in light and dark', () => {
    const accents = [
      '#fff9b0',
      '#ffffff',
      '#000000',
      '#ffff00',
      '#777777',
      ...Array.from({ length: 195 }, colour),
    ];
    for (const accent of accents)
      for (const scheme of schemes) {
        const element = host(scheme, { accent });
        equal(failures(element).join(), '', `${accent}, ${scheme}`);
        equal(lowContrasts(element).length, 0);
        element.remove();
      }
  });

  it('has a contrast of 7 for a reader who asks for more, with each of 50 accents and pale lines', async () => {
    await emulateMedia({ contrast: 'more' } as Parameters<typeof emulateMedia>[0]);
    try {
      for (let count = 0; count < 50; count++)
        for (const scheme of schemes) {
          const accent = colour();
          const element = host(scheme, { accent, line: '#888888' });
          equal(failures(element, strongRoles).join(), '', `${accent}, ${scheme}`);
          element.remove();
        }
    } finally {
      await emulateMedia({ contrast: 'no-preference' } as Parameters<typeof emulateMedia>[0]);
    }
  });

  it('is readable with 200 palettes of accent, surface and text, or a warning names the property', () => {
    let readable = 0;
    for (let count = 0; count < 200; count++) {
      const theme: Theme = { accent: colour(), surface: colour(), ...(count % 2 && { text: colour() }) };
      const scheme = schemes[count % 4 < 2 ? 0 : 1];
      const element = host(scheme ?? 'light', theme);
      const failed = failures(element);
      const warned = lowContrasts(element).map(({ property }) => property);
      element.remove();
      if (failed.length === 0) readable++;
      else assert(warned.length > 0, `${JSON.stringify(theme)}, ${scheme}: ${failed}`);
      for (const property of warned)
        assert(property.slice(5) in theme, `${property} of ${JSON.stringify(theme)}`);
    }
    assert(readable > 0, 'no palette is readable');
  });

  it('is readable on each surface that is light or dark enough', () => {
    for (const [scheme, surfaces] of [
      ['light', ['#ffffff', '#fdf6e3', '#f3e8ff', '#e8f4ec', '#ececec']],
      ['dark', ['#000000', '#12161b', '#1b1030', '#2a2118', '#303030']],
    ] as const)
      for (const surface of surfaces)
        equal(failures(host(scheme, { surface, accent: colour() })).join(), '', `${surface}, ${scheme}`);
  });

  it('takes the text from the surface, and keeps an edge visible that the partner sets too pale', () => {
    equal(failures(host('dark', { surface: '#10241f' })).join(), '');
    equal(failures(host('light', { line: '#eeeeee' })).join(), '');
  });

  it('passes over colours that an element does not have', () => {
    const element = document.createElement('div');
    const root = element.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [handoffSheet];
    element.style.setProperty('--dx-text', '#101010');
    document.body.append(element);
    equal(lowContrasts(element), []);
  });

  it('writes the property, the contrast and what is needed on the console', () => {
    const written: string[] = [];
    const { warn } = console;
    console.warn = (text: string) => written.push(text);
    warnOfLowContrast(host('light', { text: '#999999' }));
    warnOfLowContrast(host('light', { accent: '#0b5fa5', 'on-accent': '#333333' }));
    console.warn = warn;
    equal(written.length, 2);
    assert(
      /^<div> --dx-text: the contrast of text is 2\.\d\d, and at least 4\.5 is needed/.test(written[0] ?? ''),
      written[0] ?? '',
    );
    assert(
      /^<div> --dx-on-accent: the contrast of text on the accent is 1\.\d\d/.test(written[1] ?? ''),
      written[1] ?? '',
    );
  });
});

it('follows the font size that the partner sets, at every depth', () => {
  const element = host('light', {});
  element.style.setProperty('--dx-font-size', '20px');
  element.shadowRoot?.append(document.createElement('h2'));
  const quiet = document.createElement('p');
  quiet.className = 'quiet';
  const inner = quiet.appendChild(document.createElement('span'));
  inner.className = 'quiet';
  element.shadowRoot?.append(quiet);
  const sizeOf = (at: Element | null | undefined) => at && getComputedStyle(at).fontSize;
  equal(sizeOf(element.shadowRoot?.querySelector('h2')), '30px');
  equal(sizeOf(inner), '17.5px');
  element.style.removeProperty('--dx-font-size');
  equal(sizeOf(inner), '14px');
  document.body.replaceChildren();
});
