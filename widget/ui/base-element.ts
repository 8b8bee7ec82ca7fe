/**
 * The base of every Lit element of the widget. It draws nothing between a press and its click, so no press is lost, and
 * it draws again when the language has changed.
 */
import { LitElement, type PropertyValues } from 'lit';
import { onLanguageChange } from '../texts/spoken.ts';
import { DrawnNodes } from './drawn-nodes.ts';

/** A tap makes its click within this time after its release, in milliseconds. The browser may wait for a second tap. */
const clickWithinMs = 400;

/** Resolves when the press under way is over; null without one. */
let press: Promise<void> | null = null;
let release = () => {};
let timer: ReturnType<typeof setTimeout> | undefined;

function wait(): void {
  clearTimeout(timer);
  press ??= new Promise((resolve) => {
    release = resolve;
  });
}

function began(event: MouseEvent): void {
  // The menu of a select takes the release. Other buttons make no click.
  if (event.button === 0 && !(event.composedPath()[0] instanceof HTMLSelectElement)) wait();
}

function ended(): void {
  clearTimeout(timer);
  press = null;
  release();
}

function endIn(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(ended, ms);
}

function listen(types: readonly string[], listener: (event: MouseEvent) => void): void {
  for (const type of types)
    addEventListener(type, listener as EventListener, { capture: true, passive: true });
}

// A press may be under way already.
if (document.querySelector(':active:not(body)')) wait();
listen(['pointerdown', 'mousedown'], began);
// The release of a touch comes before the mouse events and the click of the tap.
listen(['pointerup', 'mouseup'], () => endIn(clickWithinMs));
// After the `change` of the click: a box that is drawn during its click would lose its new state.
listen(['click'], () => endIn(0));
listen(['pointercancel', 'contextmenu', 'dragstart', 'keydown'], ended);
// A dialog of the browser takes the release too.
listen(['pointermove'], ({ buttons }) => press !== null && buttons === 0 && ended());

/**
 * The base of every Lit element of the widget. While the person's pointer is down, it waits with its update: the blur
 * of a field, a response or the live stream would move the button away from under the pointer, and the click would miss
 * it. It draws again after a change of the language or of a replaced text, also where its properties stay the same. It works
 * on a page that its visitor translates.
 */
export class BaseElement extends LitElement {
  #forgetLanguage = () => {};
  readonly #nodes = new DrawnNodes();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#forgetLanguage = onLanguageChange(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#forgetLanguage();
  }

  // Without a press it draws in the same microtask as Lit: a view is hidden at once when its user changes.
  protected override scheduleUpdate() {
    return press === null ? super.scheduleUpdate() : press.then((): unknown => this.scheduleUpdate());
  }

  protected override update(changed: PropertyValues): void {
    this.#nodes.restore();
    super.update(changed);
    this.#nodes.drawn(this.renderRoot);
  }
}
