/**
 * Forms in an iframe, or a page, that is sandboxed without `allow-forms`: the browser ignores a press on their button before any event. The widget
 * never submits a form to a server, so the press can replace the submission.
 */

/**
 * Fires `submit` itself for each press on a submit button below `host`, shadow roots included. The Enter key in a field
 * presses the button too. Pages in a frame load it, and pages whose browser fires no `submit`.
 */
export function submitInFrames(host: HTMLElement, signal: AbortSignal): void {
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
