/**
 * The script tag's entry: loads an element's module when its tag first appears on the page, and says so in the tag's
 * place when it cannot. `<script type="module" src=".../loader.js"></script>`
 *
 * Its syntax is no newer than ES2020, so that an old browser runs it far enough to be told that it is too old.
 */
const rooms: Record<string, () => Promise<unknown>> = {
  'dx-booking': () => import('./journey/booking.ts'),
  'dx-appointments': () => import('./appointments/appointments.ts'),
  'dx-physician-order': () => import('./physician/physician-order.ts'),
  'dx-handoff': () => import('./handoff/handoff-element.ts'),
};

/** A module that neither comes nor fails is said to have failed; should it come later, it takes its place all the same. */
const loadTimeoutMs = 20_000;

/** In a classic script of another origin no further file can be loaded. */
const advice =
  document.currentScript === null
    ? 'If it lasts, allow the address of the files in script-src, and keep the files of the last release in place.'
    : 'The script tag of loader.js needs type="module".';
const warned = new Set<string>();

async function fetchRoom(tag: string): Promise<void> {
  const told: HTMLElement[] = [];
  const timer = setTimeout(tell, loadTimeoutMs);
  function tell(): void {
    clearTimeout(timer);
    if (customElements.get(tag) !== undefined || told.length > 0) return;
    for (const element of document.querySelectorAll<HTMLElement>(tag)) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Try again';
      button.addEventListener('click', retry);
      const text =
        'This part of the page did not load. Nothing is lost. Check your connection and try again.';
      told.push(showFailure(element, 'load_failed', text, button));
    }
    if (!warned.has(tag)) console.warn(`<${tag}> load_failed: A file of the widget did not load. ${advice}`);
    warned.add(tag);
  }
  function retry(): void {
    for (const message of told) message.remove();
    void fetchRoom(tag);
  }
  void customElements.whenDefined(tag).then(() => {
    clearTimeout(timer);
    for (const message of told) message.remove();
  });
  await rooms[tag]?.().catch(tell);
}

/** Puts a message into the element and fires `dx-error` from it. @returns the message */
function showFailure(element: HTMLElement, code: string, text: string, ...more: Node[]): HTMLElement {
  const message = document.createElement('div');
  message.setAttribute('role', 'alert');
  const words = document.createElement('p');
  words.textContent = text;
  message.append(words, ...more);
  element.append(message);
  element.dispatchEvent(new CustomEvent('dx-error', { bubbles: true, composed: true, detail: { code } }));
  return message;
}

/**
 * Whether the browser has all that the widget needs. Each test fails in the versions of one browser that are too old:
 * Safari before 16.4, Chrome before 111, Firefox before 115. Web Crypto is no sign of age on a page without https.
 */
const isSupported =
  'customElements' in globalThis &&
  'adoptedStyleSheets' in document &&
  CSS.supports('color', 'color-mix(in srgb, red, red)') &&
  'toSorted' in Array.prototype &&
  (!isSecureContext || crypto.subtle !== undefined);

/** The first loader on a page serves it; another copy, or another version, stands back. */
const served = Symbol.for('dx-loader');
const page = globalThis as { [served]?: true };

function serve(): void {
  const waited = new Set(Object.keys(rooms));
  const observer = new MutationObserver(seek);
  function seek(): void {
    for (const tag of waited) {
      if (document.querySelector(tag) === null) continue;
      waited.delete(tag);
      void fetchRoom(tag);
    }
    if (waited.size === 0) observer.disconnect();
  }
  observer.observe(document, { childList: true, subtree: true });
  seek();
}

if (page[served] !== true) {
  page[served] = true;
  if (isSupported) serve();
  else
    void import('./ui/old-browser.ts').then(({ refuseBrowser }) =>
      refuseBrowser(Object.keys(rooms), showFailure),
    );
}
