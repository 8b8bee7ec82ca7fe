/**
 * Forms in an iframe without `allow-forms`: the browser drops a press on their button before any event. Nothing here is
 * ever sent by a form, so that the press can stand for the submission.
 */

/**
 * Fires `submit` itself for each press on a submit button below `host`, shadow roots included, if the page is in a
 * frame. The Enter key in a field presses the button too. Elsewhere the browser's own submission goes on.
 */
export function submitInFrames(host: HTMLElement, signal: AbortSignal): void {
  if (window.parent === window) return;
  const press = (event: MouseEvent) => {
    const button = event.composedPath().find((target) => target instanceof HTMLButtonElement);
    const form = button?.type === 'submit' ? button.form : null;
    if (!button || !form || button.disabled || event.defaultPrevented) return;
    event.preventDefault();
    if (!form.noValidate && !form.reportValidity()) return;
    form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button }));
  };
  host.addEventListener('click', press, { signal });
}
