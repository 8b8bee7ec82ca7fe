/**
 * The script tag's entry: fetches a room when its tag first stands on the page, and says so in the tag's place when it
 * cannot. `<script type="module" src=".../loader.js"></script>`
 */
const rooms: Record<string, () => Promise<unknown>> = {
  'dx-booking': () => import('./journey/booking.ts'),
  'dx-appointments': () => import('./appointments/appointments.ts'),
  'dx-physician-order': () => import('./physician/physician-order.ts'),
  'dx-handoff': () => import('./handoff/handoff-element.ts'),
};

/** A module that neither comes nor fails is said to have failed; should it come later, it takes its place all the same. */
const loadTimeoutMs = 20_000;

async function fetchRoom(tag: string): Promise<void> {
  const told: HTMLElement[] = [];
  const timer = setTimeout(tell, loadTimeoutMs);
  function tell(): void {
    clearTimeout(timer);
    if (customElements.get(tag) !== undefined || told.length > 0) return;
    for (const element of document.querySelectorAll<HTMLElement>(tag)) {
      told.push(failure(() => void retry()));
      element.append(...told.slice(-1));
      const detail = { code: 'load_failed' };
      element.dispatchEvent(new CustomEvent('dx-error', { bubbles: true, composed: true, detail }));
    }
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

function failure(retry: () => void): HTMLElement {
  const message = document.createElement('div');
  message.setAttribute('role', 'alert');
  const words = document.createElement('p');
  words.textContent =
    'This part of the page did not load. Nothing is lost. Check your connection and try again.';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Try again';
  button.addEventListener('click', retry);
  message.append(words, button);
  return message;
}

/** The first loader on a page serves it; another copy, or another version, stands back. */
const served = Symbol.for('dx-loader');
const page = globalThis as { [served]?: true };

if (page[served] !== true) {
  page[served] = true;
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
