/**
 * The base of a step with a form. It checks a field when it is left and all fields when the form is sent, and shows the
 * server's errors beside their fields.
 */
import type { PropertyValues, TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { AnswerableStep, Answers, Draft } from '../../../server/contract/journey-api/answers.ts';
import type { Shows } from '../../../server/contract/journey-api/views.ts';
import type { FieldProblem } from '../../../server/contract/problem.ts';
import { errorSummary, focusErrorSummary, type SummaryEntry } from '../../ui/error-summary.ts';
import { StepElement } from './step-element.ts';

type FormShows = Extract<Shows, { step: AnswerableStep }>;

/** A step whose answer comes from a form. */
export abstract class FormStep<S extends FormShows> extends StepElement<S> {
  /** Errors by field name. The name is also the id of the field's first control. */
  @state() protected errors: ReadonlyMap<string, string> = new Map();
  /** The errors of the last attempt. It does not change while the customer corrects them, so that nothing moves. */
  @state() private summary: readonly SummaryEntry[] = [];
  readonly #touched = new Set<string>();

  /** All field names, in the order of the page. */
  protected abstract names(): readonly string[];
  /** @returns a sentence that says what to correct; null when the field is valid */
  protected abstract check(name: string): string | null;
  protected abstract body(): (S['step'] extends AnswerableStep ? Answers[S['step']] : never) | null;
  protected abstract typed(): Draft;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('problem') && this.problem?.fields) this.#place(this.problem.fields);
    else if (changed.has('notice') && this.notice) this.#place(this.notice.fields);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('problem') && this.problem?.fields) focusErrorSummary(this.renderRoot);
  }

  /** Call it when a value changes. Typing never raises an error, and an error stays until the field is left. */
  protected edited(name: string): void {
    this.#touched.add(name);
    this.keep(this.typed());
    this.requestUpdate();
  }

  /** Call it when an option is chosen, which changes and leaves the field at once. */
  protected chosen(name: string): void {
    this.edited(name);
    this.leave(name);
  }

  /** Call it when everything that was wrong is corrected. */
  protected corrected(): void {
    this.errors = new Map();
    this.#summarize([]);
  }

  protected leave(name: string): void {
    if (!this.#touched.has(name)) return;
    const errors = new Map(this.errors);
    const wrong = this.check(name);
    if (wrong === null) errors.delete(name);
    else errors.set(name, wrong);
    this.errors = errors;
  }

  protected async submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    const wrong = new Map<string, string>();
    for (const name of this.names()) {
      const message = this.check(name);
      if (message !== null) wrong.set(name, message);
      this.#touched.add(name);
    }
    this.errors = wrong;
    this.#summarize([]);
    const body = wrong.size === 0 ? this.body() : null;
    if (body !== null) return this.answer(body);
    await this.updateComplete;
    focusErrorSummary(this.renderRoot);
  }

  /** The message of a field for the summary, where it must be clear without the field beside it. */
  protected inSummary(_name: string, message: string): string {
    return message;
  }

  protected renderErrors(): TemplateResult | symbol {
    return errorSummary(this.summary);
  }

  #summarize(elsewhere: readonly string[]): void {
    const entries: SummaryEntry[] = [];
    for (const name of this.names()) {
      const message = this.errors.get(name);
      if (message !== undefined) entries.push({ id: name, message: this.inSummary(name, message) });
    }
    this.summary = [...entries, ...elsewhere.map((message) => ({ id: null, message }))];
  }

  #place(problems: readonly FieldProblem[]): void {
    const errors = new Map<string, string>();
    const elsewhere: string[] = [];
    for (const { path, message } of problems) {
      const name = this.names().find((known) => path === known || path.endsWith(`.${known}`));
      if (name === undefined) elsewhere.push(message);
      else {
        errors.set(name, message);
        this.#touched.add(name);
      }
    }
    this.errors = errors;
    this.#summarize(elsewhere);
  }
}
