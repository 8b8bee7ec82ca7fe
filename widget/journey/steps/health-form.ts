/**
 * The base of the steps with health questions: a form with its progress in view, and a review of the answers before
 * they are sent.
 */

import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { Draft } from '../../../server/contract/journey-api/answers.ts';
import type { PrescreenShows, QuestionnaireShows } from '../../../server/contract/journey-api/views.ts';
import { health } from '../../texts/english.ts';
import { choiceStyles } from '../../ui/choice-styles.ts';
import { checkDate, type DateParts, isoDateOf, noDate, usDateOf } from '../../ui/date-of-birth.ts';
import { type Fact, factStyles, facts } from '../../ui/facts.ts';
import { dateWithYear } from '../../ui/format.ts';
import { serviceText, type Words } from '../../ui/marked-text.ts';
import { Screens } from '../../ui/screens.ts';
import { submitButton } from '../../ui/submit-button.ts';
import type { AnswerOf, TextShape } from './form-step.ts';
import { HeldForm } from './held-form.ts';
import { emergency, helpStyles } from './help.ts';
import { recordOf } from './typed-groups.ts';

/** An answer as it is chosen, typed or sent. */
export type Given = string | number | boolean;

type Option = PrescreenShows['sections'][number]['fields'][number]['options'][number];

/** A title with the questions below it. */
export type Section = QuestionnaireShows['sections'][number];

/** A question of the service. */
export interface Question {
  /** The name of its field. */
  name: string;
  /** The name of its answer. */
  key: string;
  label: string;
  help: string | null;
  required: boolean;
  /** Those of a choice; ours if there are none. */
  options: readonly Option[];
  kind: 'choice' | 'number' | 'text' | 'date';
  /** A date that the customer gave in the details. It is changed there, so that both are the same (GAP-46). */
  known?: DateParts | null;
  /** What its text field has besides. @default nothing */
  shape?: Partial<TextShape>;
}

/** Draws the service's text beside a title or a box. */
export const helpLine = (help: string | null): TemplateResult | typeof nothing =>
  help === null ? nothing : html`<p class="hint">${serviceText(help)}</p>`;

/** The service's options, or ours for a question without any. */
function optionsOf({ options }: Question): { value: Given; label: Words }[] {
  if (options.length > 0) return options.map(({ value, label }) => ({ value, label: serviceText(label) }));
  return [
    { value: true, label: health('yes') },
    { value: false, label: health('no') },
  ];
}

/** The error of a question without an answer: a choice between yes and no, another choice, or a text. */
const emptyError = ({ kind, options }: Question) =>
  kind !== 'choice'
    ? 'errorEmpty'
    : options.every(({ value }) => typeof value === 'boolean')
      ? 'errorYesNo'
      : 'errorChoice';

const isGiven = (value: unknown): value is Given =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** @returns the answers of a member of a draft */
export function givenOf(draft: Draft | null, key: string): Record<string, Given> {
  const kept = Object.entries(recordOf(draft, key));
  return Object.fromEntries(kept.filter((entry): entry is [string, Given] => isGiven(entry[1])));
}

/** Reads a number as a customer types it, with a point or a comma. @returns null for any other text */
function readNumber(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  return /^(?=.{1,20}$)-?(\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : null;
}

const styles = css`
  .section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px;
  }
  .section .field > legend,
  .section .field > label {
    font-weight: 500;
    line-height: 1.45;
  }
  .section .field > legend {
    padding-block-end: 10px;
  }
  /* The line of an error that a text field may get is part of the space below it. */
  .section > .field:has(> input) {
    margin-block-end: -16px;
  }
  .lead + .hint {
    margin-block-start: 8px;
  }
  .section > h3 + .hint {
    margin-block-start: -16px;
  }
  .section .pair {
    max-inline-size: 400px;
  }
  .answered {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: grid;
    gap: 8px;
    margin-block-end: -8px;
    padding-block: 12px;
    background: var(--_surface);
  }
  .track {
    appearance: none;
    display: block;
    inline-size: 100%;
    block-size: 4px;
    border: 0;
    border-radius: 2px;
    background: var(--_hairline);
    overflow: hidden;
  }
  .track::-webkit-progress-bar {
    background: var(--_hairline);
  }
  .track::-webkit-progress-value {
    background: var(--_accent);
  }
  .track::-moz-progress-bar {
    background: var(--_accent);
  }
  .error-summary,
  [id] {
    scroll-margin-block: 72px 16px;
  }
  h2 {
    scroll-margin-block-start: 24px;
  }
  @media (forced-colors: active) {
    .track {
      forced-color-adjust: none;
      border: 1px solid CanvasText;
    }
  }
`;

/** A step with health questions. */
export abstract class HealthForm<S extends PrescreenShows | QuestionnaireShows> extends HeldForm<S> {
  static override styles = [...HeldForm.styles, choiceStyles, factStyles, helpStyles, styles];

  /** As it was chosen or typed. */
  @state() protected given: Record<string, Given> = {};
  @state() protected dates: Record<string, DateParts> = {};
  @state() private isReviewing = false;
  readonly #screens = new Screens<'review' | 'form'>(this);

  /** The longest answer in words, in characters. */
  protected abstract readonly longest: number;
  /** The questions in the order of the page. */
  protected abstract questions(): Question[];
  /** The boxes to check besides the questions. */
  protected abstract ticks(): { required: boolean; ticked: boolean }[];
  /** The label of the button that sends the answers. */
  protected abstract sendWords(): Words;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const isRefused = this.notice?.code === 'correct_answers' && changed.has('notice');
    if (isRefused || (changed.has('problem') && this.problem?.fields)) this.leaveReview();
  }

  protected override proceed(body: AnswerOf<S>): void {
    if (this.isReviewing) this.answer(body);
    else {
      this.isReviewing = true;
      void this.focusHeading();
    }
  }

  protected override check(name: string): string | null {
    const question = this.#named(name);
    return question === undefined ? null : this.#checkQuestion(question);
  }

  #named(name: string): Question | undefined {
    return this.questions().find((question) => question.name === name);
  }

  #checkQuestion(question: Question): string | null {
    const { kind, required } = question;
    if (kind === 'date' && (required || this.#isAnswered(question)))
      return checkDate(this.#dateOf(question), health('errorDateOfBirth'));
    if (!this.#isAnswered(question)) return required ? health(emptyError(question)) : null;
    if (kind === 'number' && readNumber(this.#typedIn(question)) === null) return health('errorNumber');
    const isLong = this.#typedIn(question).trim().length > this.longest;
    return kind === 'text' && isLong ? health('errorTooLong', { count: this.longest }) : null;
  }

  protected override inSummary(name: string, message: Words): Words {
    const question = this.#named(name);
    return question === undefined || question.kind === 'date'
      ? message
      : html`${serviceText(question.label)} ${message}`;
  }

  #typedIn({ key }: Question): string {
    return String(this.given[key] ?? '');
  }

  #dateOf({ key, known }: Question): DateParts {
    return known ?? this.dates[key] ?? noDate;
  }

  #isAnswered(question: Question): boolean {
    if (question.kind === 'date') return Object.values(this.#dateOf(question)).some((part) => part !== '');
    return this.#typedIn(question).trim() !== '';
  }

  /** An answer as it is sent. */
  #valueOf(question: Question): Given {
    const typed = this.#typedIn(question);
    if (question.kind === 'choice') return this.given[question.key] ?? '';
    if (question.kind === 'date') return usDateOf(this.#dateOf(question));
    return question.kind === 'number' ? (readNumber(typed) ?? 0) : typed.trim();
  }

  #inWords(question: Question): Words | null {
    if (!this.#isAnswered(question)) return null;
    if (question.kind === 'date') return dateWithYear(isoDateOf(this.#dateOf(question)));
    const value = this.#valueOf(question);
    if (question.kind !== 'choice') return String(value);
    return optionsOf(question).find((option) => option.value === value)?.label ?? '';
  }

  /** The answers by their names, as they are sent. */
  protected answers(): Record<string, Given> {
    const answered = this.questions().filter((question) => this.#isAnswered(question));
    return Object.fromEntries(answered.map((question) => [question.key, this.#valueOf(question)]));
  }

  /** Shows the form instead of the review. */
  protected leaveReview(): void {
    this.isReviewing = false;
  }

  async #returnTo(name: string | null): Promise<void> {
    this.leaveReview();
    await this.updateComplete;
    if (name === null) return this.focusHeading();
    const control = this.renderRoot.querySelector<HTMLElement>(`[id="${name}"]`);
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'center' });
  }

  protected override render(): TemplateResult {
    return html`${this.#screens.render(this.isReviewing ? 'review' : 'form', {
      review: () => this.#renderReview(),
      form: () => this.renderForm(),
    })}`;
  }

  protected abstract renderForm(): TemplateResult;

  /** Draws "2 of 5 answered" and a bar. It counts everything that the form asks for. */
  protected renderProgress(): TemplateResult | typeof nothing {
    const items = [
      ...this.questions().map((question) => ({
        required: question.required,
        isDone: this.#isAnswered(question),
      })),
      ...this.ticks().map(({ required, ticked }) => ({ required, isDone: ticked })),
    ];
    const all = items.length;
    if (all < 2) return nothing;
    const answered = items.filter(({ isDone }) => isDone).length;
    const isEnough = answered < all && items.every(({ required, isDone }) => isDone || !required);
    return html`<div class="answered">
      <p class="quiet figures">${health(isEnough ? 'progressEnough' : 'progress', { answered, all })}</p>
      <progress class="track" max=${all} value=${answered} aria-hidden="true"></progress>
    </div>`;
  }

  /** Draws questions below their title. */
  protected renderSection({ id, title, help }: Section, questions: readonly Question[]): TemplateResult {
    return html`<section class="section" aria-labelledby=${title === null ? nothing : `section-${id}`}>
      ${title === null ? nothing : html`<h3 id="section-${id}">${serviceText(title)}</h3>`}
      ${helpLine(help)} ${questions.map((question) => this.#renderQuestion(question))}
    </section>`;
  }

  #renderQuestion(question: Question): TemplateResult {
    const { name, key, help, kind, required, known, shape } = question;
    const label = serviceText(question.label);
    if (known) {
      const change = { of: label, press: () => this.revisit('identity') };
      return facts([{ name: label, value: dateWithYear(isoDateOf(known)), change }], 'ruled');
    }
    const common = { optional: !required, ...(help === null ? {} : { hint: serviceText(help) }) };
    const legend = { ...common, legend: label };
    const give = (value: Given) => {
      this.given = { ...this.given, [key]: value };
    };
    const giveDate = (date: DateParts) => {
      this.dates = { ...this.dates, [key]: date };
    };
    if (kind === 'choice')
      return this.radioField<Given>(name, this.given[key], give, { ...legend, options: optionsOf(question) });
    if (kind === 'date') return this.dateField(name, this.#dateOf(question), giveDate, legend);
    return this.textField(name, this.#typedIn(question), give, {
      ...common,
      ...(kind === 'number' ? ({ inputMode: 'decimal' } as const) : {}),
      ...shape,
      label,
    });
  }

  #renderReview(): TemplateResult {
    const lines = this.questions().map((question): Fact => {
      const name = serviceText(question.label);
      const value = this.#inWords(question) ?? html`<span class="quiet">${health('notAnswered')}</span>`;
      return { name, value, change: { of: name, press: () => void this.#returnTo(question.name) } };
    });
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">${health('reviewHeading')}</h2>
        <p class="lead">${health('reviewLead')}</p>
      </div>
      ${this.given.symptoms_heart_disease === true ? emergency() : nothing}
      ${facts(lines, 'ruled')}
      <div class="actions">
        ${submitButton(this.sendWords(), this.sending)}
        <button type="button" @click=${() => void this.#returnTo(null)}>${health('back')}</button>
      </div>
    </form>`;
  }
}
