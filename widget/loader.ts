/**
 * The entry for a script tag: loads the module of an element when its tag first appears on the page. If the module does
 * not load, the tag shows a message. `<script type="module" src=".../loader.js"></script>`
 *
 * Its syntax is no newer than ES2020, so that an old browser can run the check of its version.
 */
const elements: Record<string, () => Promise<unknown>> = {
  'dx-booking': () => import('./journey/booking.ts'),
  'dx-appointments': () => import('./appointments/appointments.ts'),
  'dx-physician-order': () => import('./physician/physician-order.ts'),
  'dx-handoff': () => import('./handoff/handoff-element.ts'),
};

/**
 * A module that neither loads nor fails in this time counts as failed. If it loads later, the element still appears.
 */
const loadTimeoutMs = 20_000;

/** A classic script cannot load further files from another origin. */
const advice =
  document.currentScript === null
    ? 'If it lasts, allow the address of the files in script-src, and keep the files of the last release in place.'
    : 'The script tag of loader.js needs type="module".';
const warned = new Set<string>();

async function loadElement(tag: string): Promise<void> {
  const messages: HTMLElement[] = [];
  const timer = setTimeout(fail, loadTimeoutMs);
  function fail(): void {
    clearTimeout(timer);
    if (customElements.get(tag) !== undefined || messages.length > 0) return;
    for (const element of document.querySelectorAll<HTMLElement>(tag)) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Try again';
      button.addEventListener('click', retry);
      const text =
        'This part of the page did not load. Nothing is lost. Check your connection and try again.';
      messages.push(showFailure(element, 'load_failed', text, button));
    }
    if (!warned.has(tag)) console.warn(`<${tag}> load_failed: A file of the widget did not load. ${advice}`);
    warned.add(tag);
  }
  function retry(): void {
    for (const message of messages) message.remove();
    void loadElement(tag);
  }
  void customElements.whenDefined(tag).then(() => {
    clearTimeout(timer);
    for (const message of messages) message.remove();
  });
  await elements[tag]?.().catch(fail);
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
 * Whether the browser has everything that the widget needs. Each check fails in old versions of one browser: Safari
 * before 16.4, Chrome before 111, Firefox before 115. Pages without https have no Web Crypto in any version.
 */
const isSupported =
  'customElements' in globalThis &&
  'adoptedStyleSheets' in document &&
  CSS.supports('color', 'color-mix(in srgb, red, red)') &&
  'toSorted' in Array.prototype &&
  (!isSecureContext || crypto.subtle !== undefined);

/** The first loader on a page serves it. Another copy, or another version, does nothing. */
const served = Symbol.for('dx-loader');
const page = globalThis as { [served]?: true };

function serve(): void {
  const waited = new Set(Object.keys(elements));
  const observer = new MutationObserver(seek);
  function seek(): void {
    for (const tag of waited) {
      if (document.querySelector(tag) === null) continue;
      waited.delete(tag);
      void loadElement(tag);
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
      refuseBrowser(Object.keys(elements), showFailure),
    );
}
