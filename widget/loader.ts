/**
 * The entry for a script tag: loads the module of an element when its tag first appears on the page, in an open shadow
 * root too, and sends the first request of a booking meanwhile. If the module does not load, the tag shows a message.
 * `<script type="module" src=".../loader.js"></script>`
 *
 * Its syntax is no newer than ES2020, so that an old browser can run the check of its version.
 */
import { openEarly } from './journey/early-opening.ts';

const elements = {
  'dx-booking': () => import('./journey/booking.ts'),
  'dx-appointments': () => import('./appointments/appointments.ts'),
  'dx-physician-order': () => import('./physician/physician-order.ts'),
  'dx-handoff': () => import('./handoff/handoff-element.ts'),
};

type Tag = keyof typeof elements;

/** `dxLoad` is the `load` of the newest loader on the page. */
const page = window as unknown as { dxLoad: typeof load };

/**
 * Loads the module of an element.
 * @param isMissing the files of this release are gone: load the current release, if the page has pinned no version
 */
function load(tag: Tag, isMissing?: true): Promise<unknown> {
  return isMissing && document.querySelector('[src*="/v1/loader.js"]:not([integrity])')
    ? // Another address, because the browser keeps the module of this one.
      import(/* @vite-ignore */ `./loader.js?${Math.random()}`).then(() => page.dxLoad(tag))
    : elements[tag]();
}

/**
 * A module that neither loads nor fails in this time counts as failed. If it loads later, the element still appears.
 */
const loadTimeoutMs = 20_000;

/** Adds a new element at the end of a node. */
const add = (to: Node, name: string, properties?: object): HTMLElement =>
  to.appendChild(Object.assign(document.createElement(name), properties));

/** Puts a message into the element and fires `dx-error` from it. @returns the message */
function showFailure(element: HTMLElement, code: string, text: string): HTMLElement {
  // No catalogue is loaded.
  const message = add(element, 'div', { lang: 'en', dir: 'ltr' });
  message.setAttribute('role', 'alert');
  add(message, 'p', { textContent: text });
  element.dispatchEvent(new CustomEvent('dx-error', { bubbles: true, composed: true, detail: { code } }));
  return message;
}

/**
 * Draws an outline and loads the module of an element. Shows in the element when that fails.
 * @param isRetry the customer asked for it. Firefox does not load a file again that failed, until the page reloads
 */
function loadElement(element: HTMLElement, tag: Tag, isRetry?: true): void {
  const root = element.shadowRoot as ShadowRoot;
  const slot = root.querySelector<HTMLElement>('slot:only-child');
  let message: HTMLElement | undefined;
  function fail(error?: unknown): void {
    if (message || customElements.get(tag)) return;
    if (slot) slot.style = '';
    else root.prepend(document.createElement('slot'));
    // The browser refuses the Trusted Types policy of a module, and says so with its name.
    const isPolicy = /dx-lit/.test(`${error}`);
    const code = isPolicy ? 'blocked_by_policy' : 'load_failed';
    message = showFailure(
      element,
      code,
      'This part of the page did not load. Check your connection and try again.',
    );
    const isStuck = isRetry && navigator.onLine;
    add(message, 'button', {
      type: 'button',
      textContent: isStuck ? 'Reload the page' : 'Try again',
      onclick() {
        if (isStuck) location.reload();
        message?.remove();
        loadElement(element, tag, true);
      },
    });
    // A classic script cannot load further files from another origin.
    const remedy = isPolicy
      ? `Add its name to trusted-types (${error})`
      : 'Check script-src and type="module"';
    if (!isRetry) console.warn(`<${tag}> ${code}: ${remedy}.`);
  }
  // The shapes of a heading and two choices. A vertical margin would move the element itself.
  if (slot)
    slot.style =
      'display:block;height:420px;margin:0 24px;background:linear-gradient(#0000 100px,#8883 0 140px,#0000 0 200px,#8883 0 300px,#0000 0 320px,#8883 0)';
  customElements.whenDefined(tag).then(() => message?.remove());
  setTimeout(fail, loadTimeoutMs);
  load(tag)
    .catch(() => load(tag, true))
    .then(() => {
      // A shadow root with a registry of its own does not know the tags of the page's.
      const { customElementRegistry: own } = element as {
        customElementRegistry?: CustomElementRegistry | null;
      };
      if (own && !own.get(tag)) own.define(tag, customElements.get(tag) as CustomElementConstructor);
    })
    .catch(fail);
}

/**
 * Whether the browser has everything that the widget needs. The first check fails in Safari before 16.4, the second in
 * Chrome before 110 and Firefox before 115. Chrome 110 has all but mixed colours: quiet text has the colour of other text.
 */
const isSupported = document.adoptedStyleSheets && 'toSorted' in [];

/** Serves an element that is not defined yet. */
function serve(element: HTMLElement, tag: Tag): void {
  if (!isSupported) {
    void import('./ui/old-browser.ts').then((old) => old.refuse(element, showFailure));
    return;
  }
  const { shadowRoot } = element;
  // The page has the first step as markup, or a placeholder: the element takes over what was pressed (journey/page-markup.ts).
  if (shadowRoot)
    shadowRoot.addEventListener('click', (event) => {
      (element as { [pressedEarly]?: unknown })[pressedEarly] = event.composedPath()[0];
    });
  // In the element's own shadow root, where no framework looks. The element takes it over.
  else add(element.attachShadow({ mode: 'open' }), 'slot');
  // The module sends the request again if this one fails.
  if (tag === 'dx-booking') openEarly(element);
  loadElement(element, tag);
}

const pressedEarly = Symbol.for('dx-pressed-early');

/** The elements of ours, and the names of others, that are found already. */
const seen = new Set<Node | string>();
let timer: ReturnType<typeof setTimeout> | undefined;
const observer = new MutationObserver((records) => {
  records.forEach((record) => {
    record.addedNodes.forEach(look);
  });
});

/** Serves our elements in a node, also those in its open shadow roots. */
function look(node: Node): void {
  const { localName = '', shadowRoot, childNodes } = node as Partial<Element> & Node;
  const isOurs = localName in elements;
  const key = isOurs ? node : localName;
  if (shadowRoot && !isOurs) watch(shadowRoot);
  // A defined element of ours is not kept: it may leave the page.
  else if (localName.includes('-') && !seen.has(key) && !(isOurs && customElements.get(localName))) {
    seen.add(key);
    if (isOurs) serve(node as HTMLElement, localName as Tag);
    // Its class attaches a shadow root when the page defines it. The observer does not see that.
    else customElements.whenDefined(localName).then(lookAgain, lookAgain);
  }
  childNodes.forEach(look);
}
/** Looks through a root now and whenever the page adds a node. */
function watch(root: Document | ShadowRoot): void {
  observer.observe(root, { childList: true, subtree: true });
  look(root);
}
function lookAgain(): void {
  clearTimeout(timer);
  timer = setTimeout(() => watch(document));
}

/** The first loader on a page serves it. Another copy, or another version, only leaves its `load`. */
if (!page.dxLoad) {
  watch(document);
  // The parser attaches a declarative shadow root after it has added its host.
  addEventListener('DOMContentLoaded', lookAgain);
}
page.dxLoad = load;
