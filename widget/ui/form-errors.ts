/**
 * The errors of a form, for a step of the booking and for a form of the clinician. A field is checked when it is left,
 * and all fields when the form is sent. The server's errors are shown beside their fields.
 */
import type { LitElement, TemplateResult } from 'lit';
import type { FieldProblem } from '../../server/contract/problem.ts';
import { form } from '../texts/english.ts';
import { errorSummary, focusErrorSummary, type SummaryEntry } from './error-summary.ts';
import { serviceText, type Words } from './marked-text.ts';

/** What a form knows of its fields. */
export interface FormErrorsDeps {
  /** All field names, in the order of the page. The name is also the id of the field's first control. */
  names: () => readonly string[];
  /** @returns a sentence that says what to correct; null when the field is valid */
  check: (name: string) => string | null;
  /** The message for the summary, where it must be clear without the field beside it. @default the message */
  inSummary?: (name: string, message: Words) => Words;
}

/** The errors of one form. */
export class FormErrors {
  /** The errors on show, by field name. */
  shown: ReadonlyMap<string, Words> = new Map();
  /** The errors of the last attempt. It does not change while they are corrected, so that nothing moves. */
  #summary: readonly SummaryEntry[] = [];
  readonly #touched = new Set<string>();
  readonly #host: LitElement;
  readonly #deps: FormErrorsDeps;

  constructor(host: LitElement, deps: FormErrorsDeps) {
    this.#host = host;
    this.#deps = deps;
  }

  /** Call it when a value changes. Typing never raises an error, and an error stays until the field is left. */
  edited(name: string): void {
    this.#touched.add(name);
    this.#host.requestUpdate();
  }

  /** Checks a field that was edited. */
  leave(name: string): void {
    if (this.#touched.has(name)) this.#set(name, this.#deps.check(name));
  }

  /** Removes the error of a field whose new value the server checks. */
  forget(name: string): void {
    this.#set(name, null);
  }

  /** Call it when everything that was wrong is corrected. */
  clear(): void {
    this.#show(new Map());
  }

  /** Shows one error in place of all others, beside its field only. */
  mark(name: string, message: Words): void {
    this.shown = new Map([[name, message]]);
    this.#host.requestUpdate();
  }

  /** Checks all fields. @returns whether the form may be sent; if not, the summary takes the focus */
  complete(): boolean {
    const wrong = new Map<string, Words>();
    for (const name of this.#deps.names()) {
      const message = this.#deps.check(name);
      if (message !== null) wrong.set(name, message);
      this.#touched.add(name);
    }
    this.#show(wrong);
    if (wrong.size > 0) void this.focusSummary();
    return wrong.size === 0;
  }

  /** Shows the server's errors beside their fields, and in the summary those of no field. */
  place(problems: readonly FieldProblem[]): void {
    const errors = new Map<string, Words>();
    const elsewhere: Words[] = [];
    for (const { path, message, code } of problems) {
      const name = this.#deps.names().find((known) => path === known || path.endsWith(`.${known}`));
      // Without a code, the sentence is the service's own.
      const own = code === undefined ? serviceText(message) : null;
      if (name === undefined) elsewhere.push(own ?? form('errorCheck'));
      else {
        errors.set(name, own ?? this.#deps.check(name) ?? form('errorCheck'));
        this.#touched.add(name);
      }
    }
    this.#show(errors, elsewhere);
  }

  /** Moves the focus to the summary, once it is drawn. */
  async focusSummary(): Promise<void> {
    await this.#host.updateComplete;
    focusErrorSummary(this.#host.renderRoot);
  }

  renderSummary(): TemplateResult | symbol {
    return errorSummary(this.#summary);
  }

  #set(name: string, message: Words | null): void {
    const others = [...this.shown].filter(([known]) => known !== name);
    this.shown = new Map(message === null ? others : [...others, [name, message]]);
    this.#host.requestUpdate();
  }

  #show(errors: ReadonlyMap<string, Words>, elsewhere: readonly Words[] = []): void {
    const { names, inSummary = (_name, message) => message } = this.#deps;
    this.shown = errors;
    const entries: SummaryEntry[] = names().flatMap((name) => {
      const message = errors.get(name);
      return message === undefined ? [] : [{ id: name, message: inSummary(name, message) }];
    });
    this.#summary = [...entries, ...elsewhere.map((message) => ({ id: null, message }))];
    this.#host.requestUpdate();
  }
}
