/** Safari's rule for clicks, as an init script for another browser. */

/**
 * Lets a click on a button, a link or a check box focus its nearest focusable ancestor, or nothing, as in Safari on macOS. Other
 * builds of WebKit focus the control itself. Clicks arrive as before; a range cannot be dragged.
 */
export function clickAsInSafari(): void {
  const controls =
    'button, a[href], summary, input:is([type=button], [type=submit], [type=reset], [type=image], [type=checkbox], [type=radio], [type=file], [type=range], [type=color])';
  const isPassedOver = (target: EventTarget | null | undefined) =>
    target instanceof HTMLElement && !target.hasAttribute('tabindex') && target.matches(controls);
  const takesFocus = (target: EventTarget): target is HTMLElement =>
    target instanceof HTMLElement &&
    !isPassedOver(target) &&
    !target.matches(':disabled') &&
    (target.hasAttribute('tabindex') ||
      target.isContentEditable ||
      target.matches('input, select, textarea'));
  const focused = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element instanceof HTMLElement ? element : null;
  };

  let ancestor: HTMLElement | undefined;
  let isByLabel = false;
  const focusAncestor = () => (ancestor ? ancestor.focus({ preventScroll: true }) : focused()?.blur());
  addEventListener(
    'mousedown',
    (event) => {
      const path = event.composedPath();
      const control = path.findIndex((target) => isPassedOver(target) || takesFocus(target));
      const label = path.findIndex(
        (target) => target instanceof HTMLLabelElement && isPassedOver(target.control),
      );
      ancestor = path.find(takesFocus);
      isByLabel = label >= 0 && (control < 0 || label < control);
      if (control < 0 || !isPassedOver(path[control])) return;
      event.preventDefault();
      focusAncestor();
    },
    true,
  );
  // A click on a label clicks its control, which the browser then focuses.
  addEventListener(
    'focusin',
    (event) => isByLabel && isPassedOver(event.composedPath()[0]) && focusAncestor(),
    true,
  );
  addEventListener('click', () => setTimeout(() => (isByLabel = false)), true);
}
