/** The values of a form with their errors. */
import { html, type LitElement, type TemplateResult } from 'lit';
import type { FieldProblem } from '../../server/contract/problem.ts';
import { physician as say } from '../texts/english.ts';
import { checkbox } from '../ui/choices.ts';
import type { Shape } from '../ui/contact-shapes.ts';
import { type Field, field } from '../ui/field.ts';
import { FormErrors } from '../ui/form-errors.ts';
import { tooLong } from '../ui/length.ts';
import type { Words } from '../ui/marked-text.ts';
import { isNpi } from './npi.ts';

/** @returns a sentence that says what to correct; null when the value is valid */
export type Check = (value: string) => string | null;

/** The form of one element. */
export class Form {
  readonly values: Record<string, string | undefined>;
  /** Whether the clinician's data are fields: some are not known, or are changed. */
  opened = true;
  readonly #errors: FormErrors;
  readonly #host: LitElement;
  readonly #checks: Record<string, Check>;
  readonly #typed: Record<string, string>;

  /**
   * @param checks one per field, in the order of the page
   * @param typed what the form's user has entered before, which comes before `values`. The form adds to it, except the boxes.
   */
  constructor(
    host: LitElement,
    checks: Record<string, Check>,
    values: Record<string, string | undefined> = {},
    typed: Record<string, string> = {},
  ) {
    this.#host = host;
    this.#checks = checks;
    this.values = { ...values, ...typed };
    this.#typed = typed;
    this.#errors = new FormErrors(host, {
      names: () => Object.keys(checks),
      check: (name) => checks[name]?.(this.value(name)) ?? null,
    });
  }

  value = (name: string): string => this.values[name] ?? '';

  /** Errors by field name. */
  get errors(): ReadonlyMap<string, Words> {
    return this.#errors.shown;
  }

  set(name: string, value: string): void {
    this.#typed[name] = value;
    this.#put(name, value);
  }

  #put(name: string, value: string): void {
    this.values[name] = value;
    this.#host.requestUpdate();
  }

  /** Checks a field that has a value, also one that was filled in before. */
  leave(name: string): void {
    if (this.values[name] === undefined) return;
    this.#errors.edited(name);
    this.#errors.leave(name);
  }

  /** As of {@link FormErrors}. */
  forget(name: string): void {
    this.#errors.forget(name);
  }

  /** @returns whether the form may be sent; if not, the summary takes the focus */
  complete(): boolean {
    return this.#errors.complete();
  }

  /** Shows the server's errors beside their fields; their summary takes the focus. */
  place(problems: readonly FieldProblem[]): void {
    const named = problems.map((problem) => ({
      ...problem,
      path: problem.path.replace('contact.type', 'contact_type'),
    }));
    this.#errors.place(named);
    void this.#errors.focusSummary();
  }

  /** Whether these fields are valid and none has an error on show. */
  isValid = (names: readonly string[]): boolean =>
    names.every((name) => !this.errors.has(name) && this.#checks[name]?.(this.value(name)) === null);

  renderErrors = () => this.#errors.renderSummary();

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

  /** Draws a box that has to be ticked. */
  box(name: string, label: Words): TemplateResult {
    return html`<div>
      ${checkbox({
        name,
        label,
        ticked: this.value(name) === 'yes',
        required: true,
        error: this.errors.get(name),
        tick: (is) => {
          this.#put(name, is ? 'yes' : '');
          this.leave(name);
        },
      })}
    </div>`;
  }

  /** Draws the fields of the clinician's data in place of what is known. @param first takes the focus */
  async open(first: string): Promise<void> {
    this.opened = true;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>(`#${first}`)?.focus();
  }
}

/** A field that must not be empty. */
export interface TextField {
  label: () => string;
  /** The error when it is empty. */
  empty: () => string;
  /** In characters. @default 200 */
  longest?: number;
  /** @default any */
  shape?: Shape;
}

/** The fields of a licence, which every order has. */
export const licenseFields = {
  npi: { label: () => say('npi'), empty: () => say('errorNpi') },
  license_state: { label: () => say('licenseState'), empty: () => say('errorLicenseState'), longest: 40 },
  license_number: { label: () => say('licenseNumber'), empty: () => say('errorLicenseNumber'), longest: 60 },
} satisfies Record<string, TextField>;

/** The checks of fields with a licence. */
export const checksOf = (fields: Record<string, TextField>): Record<string, Check> => ({
  ...Object.fromEntries(
    Object.entries(fields).map(([name, { empty, label, longest, shape }]) => [
      name,
      shaped(filled(empty, label, longest), shape),
    ]),
  ),
  npi: npiCheck,
});

const shaped =
  (isFilled: Check, shape?: Shape): Check =>
  (value) => {
    const text = value.trim();
    return isFilled(value) ?? (shape && !shape[1](text) ? shape[0](text) : null);
  };

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
const npiCheck: Check = (value) =>
  value.trim() === '' ? say('errorNpi') : isNpi(value.trim()) ? null : say('errorNpiDigits');

/** @returns a check that the box is ticked, which is the value `yes`, with its error */
export const ticked =
  (error: () => string): Check =>
  (value) =>
    value === 'yes' ? null : error();
