/**
 * The state of a form: its values and their errors. Checks a field when it is left, and all fields when the form is
 * sent.
 */
import { html, type LitElement, type TemplateResult } from 'lit';
import type { FieldProblem } from '../../server/contract/problem.ts';
import { physician as say } from '../texts/english.ts';
import { errorSummary, focusErrorSummary, type SummaryEntry } from '../ui/error-summary.ts';
import { type Field, field } from '../ui/field.ts';
import { tooLong } from '../ui/length.ts';
import { isNpi } from './npi.ts';

/** @returns a sentence that says what to correct; null when the value is valid */
export type Check = (value: string) => string | null;

/** The form of one element. */
export class Form {
  readonly values: Record<string, string>;
  errors = new Map<string, string>();
  #summary: readonly SummaryEntry[] = [];
  readonly #host: LitElement;
  readonly #checks: Record<string, Check>;

  /** @param checks one per field, in the order of the page */
  constructor(host: LitElement, checks: Record<string, Check>, values: Record<string, string> = {}) {
    this.#host = host;
    this.#checks = checks;
    this.values = values;
  }

  value = (name: string): string => this.values[name] ?? '';

  set(name: string, value: string): void {
    this.values[name] = value;
    this.#host.requestUpdate();
  }

  leave(name: string): void {
    if (this.values[name] === undefined) return;
    const wrong = this.#checks[name]?.(this.value(name)) ?? null;
    if (wrong === null) this.errors.delete(name);
    else this.errors.set(name, wrong);
    this.#host.requestUpdate();
  }

  /** @returns whether the form may be sent; if not, the summary takes the focus */
  complete(): boolean {
    this.#show(
      Object.entries(this.#checks).flatMap(([name, check]) => {
        const message = check(this.value(name));
        return message === null ? [] : [{ path: name, message }];
      }),
    );
    return this.errors.size === 0;
  }

  /** Shows the server's errors beside their fields. */
  place(problems: readonly FieldProblem[]): void {
    this.#show(problems);
  }

  #show(problems: readonly FieldProblem[]): void {
    this.errors = new Map();
    this.#summary = problems.map(({ path, message }) => {
      const flat = path.replace('contact.type', 'contact_type');
      const name = Object.keys(this.#checks).find((known) => flat === known || flat.endsWith(`.${known}`));
      if (name !== undefined) this.errors.set(name, message);
      return { id: name ?? null, message };
    });
    this.#host.requestUpdate();
    if (problems.length > 0)
      void this.#host.updateComplete.then(() => focusErrorSummary(this.#host.renderRoot));
  }

  /** Whether these fields are valid and none has an error on show. */
  isValid = (names: readonly string[]): boolean =>
    names.every((name) => !this.errors.has(name) && this.#checks[name]?.(this.value(name)) === null);

  renderErrors = () => errorSummary(this.#summary);

  text(name: string, label: string, more: Partial<Field> = {}): TemplateResult {
    return html`${field({
      name,
      label,
      value: this.value(name),
      error: this.errors.get(name),
      edit: (value) => this.set(name, value),
      leave: () => this.leave(name),
      ...more,
    })}`;
  }
}

/**
 * @param error of an empty field
 * @param longest in characters, as server/contract/physician-api.ts has it
 * @returns a check that the field is neither empty nor too long
 */
export const filled =
  (error: () => string, label: () => string, longest = 200): Check =>
  (value) =>
    value.trim() === '' ? error() : tooLong(label(), value, longest);

/** @returns the error of an NPI; null when it is valid */
export const npiCheck: Check = (value) =>
  value.trim() === '' ? say('errorNpi') : isNpi(value.trim()) ? null : say('errorNpiDigits');

/** @returns a check that the box is ticked, which is the value `yes`, with its error */
export const ticked =
  (error: () => string): Check =>
  (value) =>
    value === 'yes' ? null : error();
