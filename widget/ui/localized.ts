/** Draws a Lit element again after the language or a replaced text has changed. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { onLanguageChange } from '../texts/spoken.ts';

/** @example readonly #localized = new Localized(this); */
export class Localized implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #end: (() => void) | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#end = onLanguageChange(() => this.#host.requestUpdate());
  }

  hostDisconnected(): void {
    this.#end?.();
  }
}
