/**
 * The base of a step with a form. It checks a field when it is left and all fields when the form is sent, and shows the
 * server's errors beside their fields.
 */
import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import type { AnswerableStep, Answers, Draft } from '../../../server/contract/journey-api/answers.ts';
import type { Shows } from '../../../server/contract/journey-api/views.ts';
import type { FieldProblem } from '../../../server/contract/problem.ts';
import { form } from '../../texts/english.ts';
import { errorSummary, focusErrorSummary, type SummaryEntry } from '../../ui/error-summary.ts';
import { serviceText, type Words } from '../../ui/marked-text.ts';
import { StepElement } from './step-element.ts';

/** The content of a step with a form. */
export type FormShows = Extract<Shows, { step: AnswerableStep }>;

/** The answer of a step with a form. */
export type AnswerOf<S extends FormShows> = S['step'] extends AnswerableStep ? Answers[S['step']] : never;

/** A step whose answer comes from a form. */
export abstract class FormStep<S extends FormShows> extends StepElement<S> {
  static override properties: PropertyDeclarations = {
    errors: { state: true },
    summary: { state: true },
  };
  /** Errors by field name. The name is also the id of the field's first control. */
  protected errors: ReadonlyMap<string, Words> = new Map();
  /** The errors of the last attempt. It does not change while the customer corrects them, so that nothing moves. */
  private summary: readonly SummaryEntry[] = [];
  readonly #touched = new Set<string>();

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
    if (changed.has('problem') && this.problem?.fields) this.#place(this.problem.fields);
    else if (changed.has('notice') && this.notice?.fields.length) this.#place(this.notice.fields);
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

  /** Call it when the server checks what is chosen: the field has no error meanwhile. */
  protected accepted(name: string): void {
    this.edited(name);
    this.errors = new Map([...this.errors].filter(([known]) => known !== name));
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
    const wrong = new Map<string, Words>();
    for (const name of this.names()) {
      const message = this.check(name);
      if (message !== null) wrong.set(name, message);
      this.#touched.add(name);
    }
    this.errors = wrong;
    this.#summarize([]);
    const body = wrong.size === 0 ? this.body() : null;
    if (body !== null) return this.proceed(body);
    await this.updateComplete;
    focusErrorSummary(this.renderRoot);
  }

  /** Does what a form without errors is for: it sends the answer. */
  protected proceed(body: AnswerOf<S>): void {
    this.answer(body);
  }

  /** The message of a field for the summary, where it must be clear without the field beside it. */
  protected inSummary(_name: string, message: Words): Words {
    return message;
  }

  protected renderErrors(): TemplateResult | symbol {
    return errorSummary(this.summary);
  }

  #summarize(elsewhere: readonly Words[]): void {
    const entries: SummaryEntry[] = [];
    for (const name of this.names()) {
      const message = this.errors.get(name);
      if (message !== undefined) entries.push({ id: name, message: this.inSummary(name, message) });
    }
    this.summary = [...entries, ...elsewhere.map((message) => ({ id: null, message }))];
  }

  #place(problems: readonly FieldProblem[]): void {
    const errors = new Map<string, Words>();
    const elsewhere: Words[] = [];
    for (const { path, message, code } of problems) {
      const name = this.names().find((known) => path === known || path.endsWith(`.${known}`));
      // Without a code, the sentence is the service's own.
      const own = code === undefined ? serviceText(message) : null;
      if (name === undefined) elsewhere.push(own ?? form('errorCheck'));
      else {
        errors.set(name, own ?? this.check(name) ?? form('errorCheck'));
        this.#touched.add(name);
      }
    }
    this.errors = errors;
    this.#summarize(elsewhere);
  }
}
