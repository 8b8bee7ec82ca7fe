/** A page that shows one state: `?scene=booking/times&lang=es&dir=rtl&scheme=dark&theme=--dx-radius:0`. */
import type { Shown } from './scenes.ts';

const { documentElement: page } = document;
const main = document.querySelector('main') ?? document.body;
const theme = new CSSStyleSheet();
document.adoptedStyleSheets = [theme];

/** Sets the language, the direction, the scheme and the custom properties of the page. */
function setPage(query: URLSearchParams): void {
  page.lang = query.get('lang') ?? 'en';
  page.dir = query.get('dir') ?? '';
  page.style.colorScheme = query.get('scheme') ?? 'light';
  theme.replaceSync(
    `:root { ${query.get('theme') ?? ''} } body { background: var(--dx-surface, light-dark(#fff, #12161b)); }`,
  );
}

setPage(new URLSearchParams(location.search));
// The elements read the language when their modules load.
const { scenes } = await import('./scenes.ts');

let shown: Shown | null = null;
/** Shows a state. @returns the names of all states */
async function showScene(query: string): Promise<string[]> {
  const values = new URLSearchParams(query);
  setPage(values);
  shown?.leave();
  shown = (await scenes.get(values.get('scene') ?? '')?.(main)) ?? null;
  return [...scenes.keys()];
}
Object.assign(globalThis, { showScene });

// The theme editor changes the custom properties without a new state.
addEventListener('message', ({ data, origin }) => {
  if (origin === location.origin && typeof data === 'string') setPage(new URLSearchParams(data));
});

const names = await showScene(location.search);
window.parent.postMessage(names, location.origin);
page.dataset.ready = 'true';
