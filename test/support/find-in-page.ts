/** Runs in a page: finds elements by roles and names, through open shadow roots, for a driver that cannot. */
import { computeAccessibleName, getRole } from 'dom-accessibility-api';

/** A text to compare, as JSON. */
export type Text = { text: string; exact: boolean } | { source: string; flags: string };
/** One narrowing of a search, as JSON. */
export type Narrowing =
  | { css: string }
  | { role: string; name?: Text; level?: number }
  | { text: Text }
  | { label: Text }
  | { nth: number };

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

function matches(given: string, wanted: Text): boolean {
  const text = plain(given);
  if ('source' in wanted) return new RegExp(wanted.source, wanted.flags).test(text);
  const { text: part, exact } = wanted;
  return exact ? text === plain(part) : text.toLowerCase().includes(plain(part).toLowerCase());
}

/** The elements below a node in the order of the document, those in shadow roots too. */
function* below(node: ParentNode): Generator<Element> {
  if (node instanceof Element && node.shadowRoot) yield* below(node.shadowRoot);
  for (const child of node.children) {
    yield child;
    yield* below(child);
  }
}

const parentOf = (element: Element): Element | null => {
  if (element.assignedSlot) return element.assignedSlot;
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
};

/** Whether a screen reader meets the element. */
function isExposed(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  for (let at: Element | null = element; at; at = parentOf(at))
    if (at.getAttribute('aria-hidden') === 'true' || at.hasAttribute('inert')) return false;
  return true;
}

const levelOf = (element: Element) =>
  Number(element.getAttribute('aria-level') ?? /^H([1-6])$/.exec(element.tagName)?.[1]);

function isWanted(element: Element, wanted: Exclude<Narrowing, { nth: number }>): boolean {
  if ('css' in wanted) return element.matches(wanted.css);
  if ('text' in wanted) return isInnermost(element, wanted.text);
  if ('label' in wanted)
    return (
      element.matches('input, select, textarea') && matches(computeAccessibleName(element), wanted.label)
    );
  const { role, name, level } = wanted;
  return (
    getRole(element) === role &&
    (level === undefined || levelOf(element) === level) &&
    isExposed(element) &&
    (name === undefined || matches(computeAccessibleName(element), name))
  );
}

/** Whether it has the text, and no element in it has. */
function isInnermost(element: Element, text: Text): boolean {
  if (element.matches('script, style, template')) return false;
  const has = (at: Element) => matches(at.textContent ?? '', text);
  return has(element) && ![...element.children].some(has);
}

function find(narrowings: Narrowing[]): Element[] {
  let found: Element[] | null = null;
  for (const narrowing of narrowings) {
    if ('nth' in narrowing) {
      found = (found ?? []).slice(narrowing.nth, narrowing.nth + 1);
    } else {
      const roots: ParentNode[] = found ?? [document];
      const all = roots.flatMap((root) => [...below(root)]);
      found = [...new Set(all)].filter((element) => isWanted(element, narrowing));
    }
  }
  return found ?? [];
}

/** What this script puts on the window. */
export interface Finder {
  find(narrowings: Narrowing[]): Element[];
  /** Errors of the page since this script began to run. */
  faults: string[];
}

const faults: string[] = [];
addEventListener('error', (event) => faults.push(`error: ${event.message}`));
addEventListener('unhandledrejection', (event) => faults.push(`error: ${event.reason}`));
document.addEventListener('securitypolicyviolation', (event) =>
  faults.push(`policy: ${event.effectiveDirective} ${event.blockedURI}`),
);
Object.assign(window, { dxFinder: { find, faults } satisfies Finder });
