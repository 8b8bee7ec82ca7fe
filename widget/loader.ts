/**
 * The entry for a script tag: loads the module of an element when its tag first appears on the page, in an open shadow
 * root too. If the module does not load, the tag shows a message. `<script type="module" src=".../loader.js"></script>`
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
    ? 'Allow the address of the files in script-src.'
    : 'The script tag of loader.js needs type="module".';

/** @param found the elements of this tag that wait for its module; empty once it is defined */
async function loadElement(tag: string, found: Set<HTMLElement>, isRetry = false): Promise<void> {
  const messages: HTMLElement[] = [];
  const timer = setTimeout(fail, loadTimeoutMs);
  function fail(): void {
    clearTimeout(timer);
    if (found.size === 0 || messages.length > 0) return;
    for (const element of found) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Try again';
      button.onclick = retry;
      const text =
        'This part of the page did not load. Nothing is lost. Check your connection and try again.';
      messages.push(showFailure(element, 'load_failed', text, button));
    }
    if (!isRetry) console.warn(`<${tag}> load_failed: A file of the widget did not load. ${advice}`);
  }
  function removeMessages(): void {
    clearTimeout(timer);
    for (const message of messages) message.remove();
  }
  function retry(): void {
    removeMessages();
    void loadElement(tag, found, true);
  }
  void customElements.whenDefined(tag).then(() => {
    removeMessages();
    found.clear();
  });
  await elements[tag]?.().catch(fail);
}

/** The shapes of the progress bar and of three choices, and between them those of the heading and its lead. */
const outline =
  'height:480px;margin:48px 24px;max-width:640px;background:linear-gradient(#8883 4px,#0000 0 114px,#8883 0 210px,#0000 0 226px,#8883 0 322px,#0000 0 338px,#8883 0 434px,#0000 0),linear-gradient(#0000 28px,#8883 0 58px,#0000 0 74px,#8883 0 90px,#0000 0) 0/60% no-repeat';

/** Draws the outline in the element's own shadow root, where no framework looks. The element takes it over. */
function drawOutline(element: HTMLElement): void {
  if (element.shadowRoot || element.localName === 'dx-handoff') return;
  const shape = document.createElement('div');
  shape.style.cssText = outline;
  element.attachShadow({ mode: 'open' }).append(shape);
}

/** Puts a message into the element and fires `dx-error` from it. @returns the message */
function showFailure(element: HTMLElement, code: string, text: string, ...more: Node[]): HTMLElement {
  const message = document.createElement('div');
  // No catalogue is loaded.
  message.setAttribute('role', 'alert');
  message.lang = 'en';
  message.dir = 'ltr';
  element.shadowRoot?.replaceChildren(document.createElement('slot'));
  const words = document.createElement('p');
  words.textContent = text;
  message.append(words, ...more);
  element.append(message);
  element.dispatchEvent(new CustomEvent('dx-error', { bubbles: true, composed: true, detail: { code } }));
  return message;
}

/**
 * Calls `find` with each of our elements in the document and in its open shadow roots, now and whenever the page adds
 * one. It may pass the same element again.
 */
function follow(find: (element: HTMLElement) => void): void {
  const names = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) addedNodes.forEach(seek);
  });
  function seek(root: Node): void {
    look(root);
    (root as Partial<ParentNode>).querySelectorAll?.('*').forEach(look);
  }
  function look(node: Node): void {
    const { localName = '', shadowRoot } = node as Partial<Element>;
    if (localName in elements) find(node as HTMLElement);
    else if (shadowRoot) watch(shadowRoot);
    else if (localName.includes('-') && !names.has(localName)) {
      // Its class attaches a shadow root when the page defines it. The observer does not see that.
      names.add(localName);
      customElements.whenDefined(localName).then(lookAgain, () => {});
    }
  }
  function watch(root: Document | ShadowRoot): void {
    observer.observe(root, { childList: true, subtree: true });
    seek(root);
  }
  function lookAgain(): void {
    clearTimeout(timer);
    timer = setTimeout(() => watch(document));
  }
  watch(document);
  // The parser attaches a declarative shadow root after it has added its host.
  document.addEventListener('DOMContentLoaded', lookAgain);
}

/**
 * Whether the browser has everything that the widget needs. Each check fails in old versions of one browser: Safari
 * before 16.4, Chrome before 111, Firefox before 115. Pages without https have no Web Crypto in any version.
 */
const isSupported =
  'adoptedStyleSheets' in document &&
  CSS.supports('color', 'color-mix(in srgb, red, red)') &&
  'toSorted' in Array.prototype &&
  (!isSecureContext || crypto.subtle !== undefined);

/** The first loader on a page serves it. Another copy, or another version, does nothing. */
const served = Symbol.for('dx-loader');
const page = globalThis as { [served]?: true };

function serve(): void {
  const found = new Map<string, Set<HTMLElement>>();
  follow((element) => {
    const { localName: tag } = element;
    if (customElements.get(tag) !== undefined) return;
    drawOutline(element);
    if (found.get(tag)?.add(element)) return;
    const waiting = new Set([element]);
    found.set(tag, waiting);
    void loadElement(tag, waiting);
  });
}

if (page[served] !== true) {
  page[served] = true;
  if (isSupported) serve();
  else void import('./ui/old-browser.ts').then(({ refuseBrowser }) => refuseBrowser(follow, showFailure));
}
