/** The gallery: states on the left, the page above the state, and a theme editor on the right that prints its CSS. */

const find = <E extends Element>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
};

const frame = find<HTMLIFrameElement>('iframe');
const pageForm = find<HTMLFormElement>('#page');
const themeForm = find<HTMLFormElement>('#theme');
const css = find<HTMLTextAreaElement>('#css');
const list = find<HTMLElement>('#states');
const search = find<HTMLInputElement>('#find');

/** The custom properties of the guide, with the kind of their control. */
const properties: Record<string, 'color' | 'text'> = {
  accent: 'color',
  'on-accent': 'color',
  surface: 'color',
  'surface-raised': 'color',
  text: 'color',
  'text-quiet': 'color',
  line: 'color',
  danger: 'color',
  positive: 'color',
  caution: 'color',
  radius: 'text',
  font: 'text',
  'font-size': 'text',
};
const theme = new Map<string, string>();

function drawThemeForm(): void {
  for (const [name, kind] of Object.entries(properties)) {
    const label = document.createElement('label');
    const input = document.createElement('input');
    Object.assign(input, { type: kind, name });
    if (kind === 'color') input.value = '#808080';
    else input.placeholder = name === 'radius' ? '10px' : name === 'font' ? 'Georgia, serif' : '18px';
    label.append(`--dx-${name}`, input);
    themeForm.append(label);
  }
}

let scene = decodeURIComponent(location.hash.slice(1)) || 'booking/place-start';

function query(): string {
  const form = new FormData(pageForm);
  return new URLSearchParams({
    scene,
    lang: `${form.get('lang')}`,
    scheme: `${form.get('scheme')}`,
    dir: `${form.get('dir')}`,
    theme: [...theme].map(([name, value]) => `--dx-${name}:${value};`).join(''),
  }).toString();
}

function showState(): void {
  const address = `./scene.html?${query()}`;
  frame.src = address;
  find<HTMLAnchorElement>('#open').href = address;
}

function showTheme(): void {
  const lines = [...theme].map(([name, value]) => `  --dx-${name}: ${value};\n`).join('');
  css.value = lines && `dx-booking,\ndx-appointments,\ndx-physician-order,\ndx-handoff {\n${lines}}\n`;
  frame.contentWindow?.postMessage(query(), location.origin);
}

function showWidth(): void {
  const width = `${new FormData(pageForm).get('width')}px`;
  frame.style.inlineSize = width;
  find('output').textContent = width;
}

let names: string[] = [];
function drawStates(): void {
  const wanted = names.filter((name) => name.includes(search.value.trim().toLowerCase()));
  list.replaceChildren();
  for (const [folder, members] of Object.entries(
    Object.groupBy(wanted, (name) => name.split('/')[0] ?? ''),
  )) {
    const heading = document.createElement('h3');
    heading.textContent = folder;
    list.append(heading);
    for (const name of members ?? []) {
      const link = document.createElement('a');
      link.href = `#${name}`;
      link.textContent = name.slice(folder.length + 1);
      if (name === scene) link.setAttribute('aria-current', 'page');
      list.append(link);
    }
  }
}

addEventListener('message', ({ data, origin }) => {
  if (origin !== location.origin || !Array.isArray(data) || names.length > 0) return;
  names = data;
  drawStates();
});
addEventListener('hashchange', () => {
  scene = decodeURIComponent(location.hash.slice(1));
  drawStates();
  showState();
});
search.addEventListener('input', drawStates);
pageForm.addEventListener('input', ({ target }) => {
  if ((target as HTMLInputElement).name === 'width') showWidth();
  else showState();
});
themeForm.addEventListener('input', ({ target }) => {
  const { name, value } = target as HTMLInputElement;
  if (value.trim() === '') theme.delete(name);
  else theme.set(name, value.trim());
  showTheme();
});
find('#copy').addEventListener('click', () => void navigator.clipboard.writeText(css.value));
find('#reset').addEventListener('click', () => {
  theme.clear();
  themeForm.replaceChildren();
  drawThemeForm();
  showTheme();
});

drawThemeForm();
showWidth();
showState();
