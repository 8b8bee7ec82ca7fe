/**
 * The base of the steps with health questions: a form with its progress in view, and a review of the answers before
 * they are sent.
 */

import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { PrescreenShows, QuestionnaireShows } from '../../../server/contract/journey-api/views.ts';
import { health } from '../../texts/english.ts';
import { choiceStyles } from '../../ui/choice-styles.ts';
import { type Fact, factStyles, facts } from '../../ui/facts.ts';
import { serviceText, type Words } from '../../ui/marked-text.ts';
import { Screens } from '../../ui/screens.ts';
import { submitButton } from '../../ui/submit-button.ts';
import type { AnswerOf } from './form-step.ts';
import { HeldForm } from './held-form.ts';

/** A question with its answer. */
export interface Answered {
  /** The name of its field. */
  name: string;
  label: string;
  required: boolean;
  /** The answer in words; null without one. */
  answer: Words | null;
}

/** Draws the service's text beside a title or a box. */
export const helpLine = (help: string | null): TemplateResult | typeof nothing =>
  help === null ? nothing : html`<p class="hint">${serviceText(help)}</p>`;

/** The hint of a control, from the service's text beside its label. */
export const hintOf = (help: string | null): { hint?: Words } =>
  help === null ? {} : { hint: serviceText(help) };

type Options = PrescreenShows['sections'][number]['fields'][number]['options'];
type Option = Options[number];

/** The service's options, or ours for a question without any. */
export function optionsOf(options: Options): { value: Option['value']; label: Words }[] {
  if (options.length > 0) return options.map(({ value, label }) => ({ value, label: serviceText(label) }));
  return [
    { value: true, label: health('yes') },
    { value: false, label: health('no') },
  ];
}

/** The error of a choice that is not made: between yes and no, or among options of the service. */
export const choiceError = (options: Options): 'errorYesNo' | 'errorChoice' =>
  options.every(({ value }) => typeof value === 'boolean') ? 'errorYesNo' : 'errorChoice';

/** @returns the error of a text of more characters than `longest`; null for any other answer */
export const answerTooLong = (answer: unknown, longest: number): string | null =>
  typeof answer === 'string' && answer.trim().length > longest
    ? health('errorTooLong', { count: longest })
    : null;

/** Reads a number as a customer types it, with a point or a comma. @returns null for any other text */
export function readNumber(text: string): number | null {
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
  static override styles = [...HeldForm.styles, choiceStyles, factStyles, styles];

  @state() private reviewed: AnswerOf<S> | null = null;
  readonly #screens = new Screens<'review' | 'form'>(this);

  /** The questions in the order of the page, with what is answered. */
  protected abstract answered(): Answered[];
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
    if (this.reviewed !== null) this.answer(body);
    else {
      this.reviewed = body;
      void this.focusHeading();
    }
  }

  /** Shows the form instead of the review. */
  protected leaveReview(): void {
    this.reviewed = null;
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
    return html`${this.#screens.render(this.reviewed === null ? 'form' : 'review', {
      review: () => this.#renderReview(),
      form: () => this.renderForm(),
    })}`;
  }

  protected abstract renderForm(): TemplateResult;

  /** Draws "2 of 5 answered" and a bar. It counts everything that the form asks for. */
  protected renderProgress(): TemplateResult | typeof nothing {
    const items = [
      ...this.answered().map(({ required, answer }) => ({ required, isDone: answer !== null })),
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

  #renderReview(): TemplateResult {
    const lines = this.answered().map(({ name, label, answer }): Fact => {
      const value = answer ?? html`<span class="quiet">${health('notAnswered')}</span>`;
      return {
        name: serviceText(label),
        value,
        change: { of: serviceText(label), press: () => void this.#returnTo(name) },
      };
    });
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">${health('reviewHeading')}</h2>
        <p class="lead">${health('reviewLead')}</p>
      </div>
      ${facts(lines, 'ruled')}
      <div class="actions">
        ${submitButton(this.sendWords(), this.busy)}
        <button type="button" @click=${() => void this.#returnTo(null)}>${health('back')}</button>
      </div>
    </form>`;
  }
}
