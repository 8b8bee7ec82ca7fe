/** The base of a step whose form goes away with its answer. */
import { type FormShows, FormStep } from './form-step.ts';

/** A form that stays as it was sent while the answer is under way: what is typed then would be lost without a word. */
export abstract class HeldForm<S extends FormShows> extends FormStep<S> {
  constructor() {
    super();
    const hold = (event: Event) => {
      const isEdit = event.type === 'beforeinput' || event.composedPath()[0] instanceof HTMLInputElement;
      if (this.busy && isEdit) event.preventDefault();
    };
    this.addEventListener('beforeinput', hold);
    // A choice, also by the arrow keys.
    this.addEventListener('click', hold);
  }
}
