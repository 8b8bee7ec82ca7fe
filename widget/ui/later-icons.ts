/** The icons that the first step of the booking does not show, so that it loads without them. */
import { svg } from 'lit';

/** Shapes for `icon`. */
export const icons = {
  check: svg`<path d="m4.5 10.5 3.7 3.7 7.3-8"/>`,
  clock: svg`<circle cx="10" cy="10" r="7.6"/><path d="M10 5.8V10l2.8 1.8"/>`,
  close: svg`<path d="m5 5 10 10M15 5 5 15"/>`,
  open: svg`<path d="M8 4.5 13.5 10 8 15.5"/>`,
  note: svg`<path d="M10 9.2v4.6M10 6.3v.01"/><circle cx="10" cy="10" r="7.6"/>`,
  pin: svg`<path d="M10 17.5s5.8-4.6 5.8-9.2a5.8 5.8 0 0 0-11.6 0c0 4.6 5.8 9.2 5.8 9.2Z"/><circle cx="10" cy="8.3" r="2"/>`,
};
