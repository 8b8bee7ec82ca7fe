/** The base of the pages' elements, and what their forms and texts share. */
import { LitElement, type PropertyValues } from 'lit';

/** Renders without a shadow root, so that the page's style sheets apply. The first rendering replaces the document's text. */
export abstract class PagePart extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(_changed: PropertyValues): void {
    if (!this.hasUpdated) this.replaceChildren();
  }
}

/** Makes a handler of `submit` that gets the fields of the form by name. The page does not navigate. */
export function onSubmit(handle: (fields: Record<string, string>, form: HTMLFormElement) => void) {
  return (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form, event.submitter);
    handle(Object.fromEntries([...fields].map(([name, value]) => [name, String(value)])), form);
  };
}

/** Formats a code, such as `results_in_progress`, as "Results in progress". */
export function sentence(code: string): string {
  const text = code.replaceAll(/[_.]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Joins the parts that are not empty on one line. */
export function line(...parts: (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join(' · ');
}
