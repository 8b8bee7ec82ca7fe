/**
 * The base of a step with a form. It checks a field when it is left and all fields when the form is sent, and shows the
 * server's errors beside their fields.
 */
import type { PropertyValues, TemplateResult } from 'lit';
import type { AnswerableStep, Answers, Draft } from '../../../server/contract/journey-api/answers.ts';
import type { Shows } from '../../../server/contract/journey-api/views.ts';
import { type Field, field } from '../../ui/field.ts';
import { FormErrors } from '../../ui/form-errors.ts';
import type { Words } from '../../ui/marked-text.ts';
import { StepElement } from './step-element.ts';

/** The content of a step with a form. */
export type FormShows = Extract<Shows, { step: AnswerableStep }>;

/** The answer of a step with a form. */
export type AnswerOf<S extends FormShows> = S['step'] extends AnswerableStep ? Answers[S['step']] : never;

/** What a text field has besides its name, value and error. */
export type TextShape = Omit<Field, 'name' | 'value' | 'error' | 'edit' | 'leave'>;

/** A step whose answer comes from a form. */
export abstract class FormStep<S extends FormShows> extends StepElement<S> {
  protected readonly form = new FormErrors(this, {
    names: () => this.names(),
    check: (name) => this.check(name),
    inSummary: (name, message) => this.inSummary(name, message),
  });

  override get placesFields(): boolean {
    return true;
  }

  /** All field names, in the order of the page. */
  protected abstract names(): readonly string[];
  /** @returns a sentence that says what to correct; null when the field is valid */
  protected abstract check(name: string): string | null;
  /** @returns the answer; null when it is not complete */
  protected abstract body(): AnswerOf<S> | null;
  protected abstract typed(): Draft;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('problem') && this.problem?.fields) {
      this.form.place(this.problem.fields);
      void this.form.focusSummary();
    } else if (changed.has('notice') && this.notice?.fields.length) this.form.place(this.notice.fields);
  }

  /** Errors by field name. */
  protected get errors(): ReadonlyMap<string, Words> {
    return this.form.shown;
  }

  /** Call it when a value changes. Typing never raises an error, and an error stays until the field is left. */
  protected edited(name: string): void {
    this.form.edited(name);
    this.keep(this.typed());
  }

  /** Call it when an option is chosen, which changes and leaves the field at once. */
  protected chosen(name: string): void {
    this.edited(name);
    this.form.leave(name);
  }

  protected submit(event: Event): void {
    event.preventDefault();
    if (this.busy) return;
    const body = this.form.complete() ? this.body() : null;
    if (body !== null) this.proceed(body);
  }

  /** Does what a form without errors is for: it sends the answer. */
  protected proceed(body: AnswerOf<S>): void {
    this.answer(body);
  }

  /** The message of a field for the summary, where it must be clear without the field beside it. */
  protected inSummary(_name: string, message: Words): Words {
    return message;
  }

  /** Draws a text field. @param set takes what is typed */
  protected textField(
    name: string,
    value: string,
    set: (text: string) => void,
    shape: TextShape,
  ): TemplateResult {
    return field({
      ...shape,
      name,
      value,
      error: this.errors.get(name),
      edit: (text) => {
        set(text);
        this.edited(name);
      },
      leave: () => this.form.leave(name),
    });
  }
}
