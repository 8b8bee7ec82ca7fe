/** The base of a step whose form goes away with its answer. */
import type { TemplateResult } from 'lit';
import { type Checkbox, checkbox, type Radios, radios } from '../../ui/choices.ts';
import { type DateOfBirth, type DateParts, dateOfBirth } from '../../ui/date-of-birth.ts';
import { type FormShows, FormStep } from './form-step.ts';

/** A form that stays as it was sent while the answer is under way: what is typed then would be lost without a word. */
export abstract class HeldForm<S extends FormShows> extends FormStep<S> {
  constructor() {
    super();
    const hold = (event: Event) => {
      const isEdit = event.type === 'beforeinput' || event.composedPath()[0] instanceof HTMLInputElement;
      if (this.sending && isEdit) event.preventDefault();
    };
    this.addEventListener('beforeinput', hold);
    // A choice, also by the arrow keys.
    this.addEventListener('click', hold);
  }

  /** Draws a checkbox. @param set takes whether it is ticked */
  protected tickBox(
    name: string,
    ticked: boolean,
    set: (ticked: boolean) => void,
    shape: Omit<Checkbox, 'name' | 'ticked' | 'error' | 'tick'>,
  ): TemplateResult {
    const tick = (is: boolean) => {
      set(is);
      this.chosen(name);
    };
    return checkbox({ ...shape, name, ticked, error: this.errors.get(name), tick });
  }

  /** Draws radio buttons. @param set takes the choice */
  protected radioField<V>(
    name: string,
    chosen: V | undefined,
    set: (value: V) => void,
    shape: Omit<Radios<V>, 'name' | 'chosen' | 'error' | 'choose'>,
  ): TemplateResult {
    const choose = (value: V) => {
      set(value);
      this.chosen(name);
    };
    return radios({ ...shape, name, chosen, error: this.errors.get(name), choose });
  }

  /** Draws the three fields of a date. @param set takes what is typed */
  protected dateField(
    name: string,
    value: DateParts,
    set: (date: DateParts) => void,
    shape: Omit<DateOfBirth, 'name' | 'value' | 'error' | 'edit' | 'leave'>,
  ): TemplateResult {
    const edit = (date: DateParts) => {
      set(date);
      this.edited(name);
    };
    const leave = () => this.form.leave(name);
    return dateOfBirth({ ...shape, name, value, error: this.errors.get(name), edit, leave });
  }
}
