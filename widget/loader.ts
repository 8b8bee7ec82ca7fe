/**
 * The entry for a script tag: loads the module of an element when its tag first appears on the page, in an open shadow
 * root too. If the module does not load, the tag shows a message. `<script type="module" src=".../loader.js"></script>`
 *
 * Its syntax is no newer than ES2020, so that an old browser can run the check of its version.
 */
const elements = {
  'dx-booking': () => import('./journey/booking.ts'),
  'dx-appointments': () => import('./appointments/appointments.ts'),
  'dx-physician-order': () => import('./physician/physician-order.ts'),
  'dx-handoff': () => import('./handoff/handoff-element.ts'),
};

type Tag = keyof typeof elements;

const release = Symbol.for('dx-release');

/** The `load` of the newest loader on the page. */
const page = globalThis as unknown as { [release]: typeof load };

/**
 * Loads the module of an element.
 * @param isMissing the files of this release are gone: load the current release, if the page has pinned no version
 */
function load(tag: Tag, isMissing?: true): Promise<unknown> {
  return isMissing && document.querySelector('[src*="/v1/loader.js"]:not([integrity])')
    ? // Another address, because the browser keeps the module of this one.
      import(/* @vite-ignore */ `./loader.js?${Date.now()}`).then(() => page[release](tag))
    : elements[tag]();
}

/**
 * A module that neither loads nor fails in this time counts as failed. If it loads later, the element still appears.
 */
const loadTimeoutMs = 20_000;

/** A classic script cannot load further files from another origin. */
const advice = document.currentScript
  ? 'The script tag needs type="module".'
  : 'Allow its address in script-src.';

/** @param found the elements of this tag that wait for its module; empty once it is defined */
function loadElement(tag: Tag, found: Set<HTMLElement>, isRetry?: true): void {
  const messages: HTMLElement[] = [];
  function fail(): void {
    if (found.size === 0 || messages.length > 0) return;
    for (const element of found) {
      const message = showFailure(
        element,
        'load_failed',
        'This part of the page did not load. Nothing is lost. Check your connection and try again.',
      );
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Try again';
      button.onclick = () => {
        removeMessages();
        loadElement(tag, found, true);
      };
      message.append(button);
      messages.push(message);
    }
    if (!isRetry) console.warn(`<${tag}> load_failed: A file did not load. ${advice}`);
  }
  function removeMessages(): void {
    for (const message of messages) message.remove();
  }
  void customElements.whenDefined(tag).then(() => {
    removeMessages();
    found.clear();
  });
  setTimeout(fail, loadTimeoutMs);
  load(tag)
    .catch(() => load(tag, true))
    .catch(fail);
}

/**
 * Draws the shapes of a progress bar, a heading and two choices in the element's own shadow root, where no framework
 * looks. The element takes it over.
 */
function drawOutline(element: HTMLElement): void {
  if (element.shadowRoot || element.localName === 'dx-handoff') return;
  const slot = document.createElement('slot');
  // A vertical margin would move the element itself.
  slot.style.cssText =
    'display:block;height:480px;margin:0 24px;background:linear-gradient(#0000 80px,#8883 0 84px,#0000 0 108px,#8883 0 138px,#0000 0 200px,#8883 0 300px,#0000 0 320px,#8883 0 420px,#0000 0)';
  element.attachShadow({ mode: 'open' }).append(slot);
}

/** Sends the first request of a booking while its module loads. The module sends it if this fails. */
function openEarly(element: HTMLElement): void {
  import('./journey/early-opening.ts').then((opening) => opening.openEarly(element)).catch(() => {});
}

/** Puts a message into the element and fires `dx-error` from it. @returns the message */
function showFailure(element: HTMLElement, code: string, text: string): HTMLElement {
  const message = document.createElement('div');
  // No catalogue is loaded.
  message.setAttribute('role', 'alert');
  message.lang = 'en';
  message.dir = 'ltr';
  element.shadowRoot?.firstElementChild?.removeAttribute('style');
  const words = document.createElement('p');
  words.textContent = text;
  message.append(words);
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
    for (const { addedNodes } of records) addedNodes.forEach(look);
  });
  function look(node: Node): void {
    const { localName = '', shadowRoot } = node as Partial<Element>;
    if (localName in elements) find(node as HTMLElement);
    else if (shadowRoot) watch(shadowRoot);
    else if (localName.includes('-') && !names.has(localName)) {
      // Its class attaches a shadow root when the page defines it. The observer does not see that.
      names.add(localName);
      customElements.whenDefined(localName).then(lookAgain, () => {});
    }
    node.childNodes.forEach(look);
  }
  function watch(root: Document | ShadowRoot): void {
    observer.observe(root, { childList: true, subtree: true });
    look(root);
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
  document.adoptedStyleSheets &&
  CSS.supports('color:color-mix(in lch,red,red)') &&
  'toSorted' in [] &&
  (!isSecureContext || crypto.subtle);

function serve(): void {
  const found = new Map<string, Set<HTMLElement>>();
  follow((element) => {
    const tag = element.localName as Tag;
    if (customElements.get(tag)) return;
    drawOutline(element);
    if (found.get(tag)?.add(element)) return;
    const waiting = new Set([element]);
    found.set(tag, waiting);
    // First, so that it has the connection: its request then takes no longer than the module.
    if (tag === 'dx-booking') openEarly(element);
    loadElement(tag, waiting);
  });
}

/** The first loader on a page serves it. Another copy, or another version, only leaves its `load`. */
if (!page[release]) {
  if (isSupported) serve();
  else void import('./ui/old-browser.ts').then(({ refuseBrowser }) => refuseBrowser(follow, showFailure));
}
page[release] = load;
