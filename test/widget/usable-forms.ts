/** Faults of names, errors and required fields, for someone who listens, speaks or reads with large text. */
import { controlsIn, inner, isSeen, nameOf } from './usable.ts';

/** Controls whose name for a screen reader does not contain what they show: nobody could call them by voice. */
export function namedOtherwise(root: Element): string[] {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return controlsIn(root)
    .filter((control) => {
      const label = control.getAttribute('aria-label');
      return label !== null && !plain(label).includes(plain(control.innerText));
    })
    .map(nameOf);
}

const named = (element: Element, attribute: string): string =>
  (element.getAttribute(attribute)?.split(' ') ?? [])
    .map((id) => (element.getRootNode() as ShadowRoot).getElementById(id)?.textContent ?? '')
    .join(' ');

/** Buttons and links of one group that a screen reader names alike, or not at all. */
export function alikeNames(root: Element): string[] {
  const groups = new Map<Element | null, Set<string>>();
  return controlsIn(root)
    .filter((control) => control.matches('a[href], button, summary'))
    .filter((control) => {
      const group = control.closest('section, article, [role], fieldset, dialog');
      const names = groups.get(group) ?? new Set();
      groups.set(group, names);
      const own = control.getAttribute('aria-label') ?? control.textContent ?? '';
      const name = `${own} ${named(control, 'aria-describedby')}`.replace(/\s+/g, ' ').trim();
      const isAlike = name === '' || names.has(name);
      names.add(name);
      return isAlike;
    })
    .map(nameOf);
}

/** Errors without room to the control or the label below: they read as the heading of what follows. */
export function crampedErrors(root: Element): string[] {
  const all = inner(root);
  const errors = all.filter((error) => error.matches('.error:not(:empty, .bar *)') && isSeen(error));
  const below = (errors.length === 0 ? [] : all)
    .filter((element) => element.matches('label, legend, button, input, .card, .choice') && isSeen(element))
    .map((element) => element.getBoundingClientRect());
  return errors
    .filter((error) => {
      const { bottom, left, right } = error.getBoundingClientRect();
      return below.some(
        (box) => box.top >= bottom - 1 && box.top < bottom + 12 && box.left < right && box.right > left,
      );
    })
    .map(nameOf);
}

const every = (root: Element, selector: string): HTMLElement[] =>
  [root, ...inner(root)].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
  ]);

/** Errors in the summary that lead to no field, or to a field above that of the error before. */
export function misplacedErrors(root: Element): string[] {
  return every(root, '.error-summary').flatMap((summary) => {
    const links = [...summary.querySelectorAll('a')];
    const fields = links.map((link) =>
      (summary.getRootNode() as ShadowRoot).getElementById(link.hash.slice(1)),
    );
    return links
      .filter((_link, at) => {
        const [field = null, before = null] = [fields[at], fields[at - 1]];
        if (field === null) return true;
        return before !== null && !(before.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING);
      })
      .map(nameOf);
  });
}

/** Fields that say "required" to a screen reader and "(optional)" to the eye, or the other way round. */
export function unsaidRequired(root: Element): string[] {
  return every(root, 'form .field, form .card')
    .filter((field) => {
      const isOptional = field.querySelector('.optional') !== null;
      const controls = field.matches('[role=radiogroup]')
        ? [field]
        : [...field.querySelectorAll('input:not([type=radio], [type=file])')];
      return controls.some((control) => control.ariaRequired !== `${!isOptional}`);
    })
    .map(nameOf);
}
