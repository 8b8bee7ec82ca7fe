/**
 * The questionnaire of the appointment: sections, fields and acknowledgements in the order of the service, with copy
 * that is shown and never sent (QST-08, QST-25, T18, T21, GAP-58).
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import type { QuestionnaireShows } from '../../../server/contract/journey-api/views.ts';
import { checkbox, radios } from '../../ui/choices.ts';
import { copyStyles } from '../../ui/copy.ts';
import { define } from '../../ui/define.ts';
import { sanitize } from '../../ui/sanitize.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { FormStep } from './form-step.ts';
import { progressWords, questionStyles } from './questions.ts';
import { booleansOf, textOf } from './typed.ts';

type Question = QuestionnaireShows['fields'][number];
type Acknowledgement = QuestionnaireShows['acknowledgements'][number];
const yesNo = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
];

/** The element of the step `questionnaire`. */
export class QuestionnaireStep extends FormStep<QuestionnaireShows> {
  static override styles = [
    ...FormStep.styles,
    copyStyles,
    questionStyles,
    css`
      .acknowledgement {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 8px;
      }
      .acknowledgement .copy {
        max-inline-size: none;
      }
    `,
  ];

  @state() private answers: Record<string, boolean> = {};
  @state() private acknowledged: Record<string, boolean> = {};
  /** The sanitized copy of each acknowledgement, created once, so that its nodes survive other updates. */
  #copies = new Map<string, DocumentFragment>();

  protected override enter(): void {
    if (textOf(this.draft, 'content_hash') !== this.shows.content_hash) return;
    this.answers = booleansOf(this.draft, 'answers');
    this.acknowledged = booleansOf(this.draft, 'acknowledgements');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const before = changed.get('shows') as QuestionnaireShows | undefined;
    if (before === undefined || before.content_hash === this.shows.content_hash) return;
    // Answers to an old questionnaire are not sent for a new one (T18).
    this.answers = {};
    this.acknowledged = {};
    this.#copies = new Map();
  }

  /** A question of an unknown type is omitted when optional, and blocks the step when required. */
  get #questions(): Question[] {
    return this.shows.fields.filter(({ type }) => type === 'boolean');
  }

  protected override names() {
    const { acknowledgements } = this.shows;
    return [
      ...this.#questions.map(({ id }) => `answers.${id}`),
      ...acknowledgements.map(({ id }) => `acknowledgements.${id}`),
    ];
  }

  protected override check(name: string): string | null {
    const question = this.#questions.find(({ id }) => name === `answers.${id}`);
    if (question !== undefined) {
      return question.required && this.answers[question.id] === undefined ? 'Answer this question.' : null;
    }
    const item = this.shows.acknowledgements.find(({ id }) => name === `acknowledgements.${id}`);
    return item?.required && this.acknowledged[item.id] !== true ? 'This needs your confirmation.' : null;
  }

  protected override inSummary(name: string, message: string): string {
    const known = [...this.#questions, ...this.shows.acknowledgements];
    return known.find(({ id }) => name.endsWith(`.${id}`))?.label ?? message;
  }

  protected override body() {
    const { questionnaire_definition_id, content_hash, acknowledgements } = this.shows;
    return {
      questionnaire_definition_id,
      content_hash,
      answers: { ...this.answers },
      acknowledgements: Object.fromEntries(
        acknowledgements.map(({ id }) => [id, this.acknowledged[id] === true]),
      ),
    };
  }

  protected override typed() {
    const { content_hash } = this.shows;
    return {
      content_hash,
      answers: { ...this.answers },
      acknowledgements: { ...this.acknowledged },
    };
  }

  protected override render() {
    const { name, fields, acknowledgements } = this.shows;
    const blocked = fields.some(({ required, type }) => required && type !== 'boolean');
    const required = this.#questions.filter((question) => question.required);
    const answered = required.filter(({ id }) => this.answers[id] !== undefined).length;
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">Before your test</h2>
        <p class="lead"><span class="verbatim">${name}</span>. Answer for yourself, as things are today.</p>
        ${progressWords(answered, required.length)}
      </div>
      ${this.renderErrors()} ${this.#renderQuestions()}
      ${
        acknowledgements.length === 0
          ? nothing
          : html`<section class="stack" aria-label="To read and confirm">
              ${acknowledgements.map((item) => this.#renderAcknowledgement(item))}
            </section>`
      }
      ${blocked ? this.#renderBlocked() : html`<div class="actions">${submitButton('Send answers', this.busy)}</div>`}
    </form>`;
  }

  #renderBlocked() {
    return html`<p class="panel" role="alert">
      This questionnaire asks for something that cannot be shown here, so it cannot be sent. Nothing you answered is
      lost. Please contact support.
    </p>`;
  }

  /** Groups questions by the section that they name. Without such names, all questions follow all titles, in order. */
  #renderQuestions() {
    const { sections } = this.shows;
    const known = new Set(sections.map(({ id }) => id));
    const loose = this.#questions.filter(({ section_id: id }) => id === null || !known.has(id));
    const titles = sections.flatMap(({ title }) => title ?? []);
    const all = loose.length === this.#questions.length && titles.length > 0 ? titles.join(' · ') : null;
    const named = sections.map(({ id, title }) => {
      const own = this.#questions.filter(({ section_id: section }) => section === id);
      return this.#renderSection(id, title, own);
    });
    return html`${named}${this.#renderSection('loose', all, loose)}`;
  }

  #renderSection(id: string, title: string | null, questions: readonly Question[]) {
    if (questions.length === 0) return nothing;
    return html`<section class="fields" aria-labelledby=${title === null ? nothing : `section-${id}`}>
      ${title === null ? nothing : html`<h3 id="section-${id}" class="verbatim">${title}</h3>`}
      ${questions.map((question) => this.#renderQuestion(question))}
    </section>`;
  }

  #renderQuestion({ id, label, required }: Question) {
    const name = `answers.${id}`;
    return radios({
      name,
      legend: label,
      options: yesNo,
      chosen: this.answers[id],
      error: this.errors.get(name),
      optional: !required,
      choose: (answer) => {
        this.answers = { ...this.answers, [id]: answer };
        this.chosen(name);
      },
    });
  }

  #renderAcknowledgement(item: Acknowledgement) {
    const name = `acknowledgements.${item.id}`;
    return html`<div class="acknowledgement">
      ${item.copy === null ? nothing : this.#renderCopy(item, item.copy)}
      <div>
        ${checkbox({
          name,
          label: item.label,
          ticked: this.acknowledged[item.id] === true,
          required: item.required,
          error: this.errors.get(name),
          tick: (ticked) => {
            this.acknowledged = { ...this.acknowledged, [item.id]: ticked };
            this.chosen(name);
          },
        })}
      </div>
    </div>`;
  }

  #renderCopy({ id, copy_format: format }: Acknowledgement, copy: string) {
    if (format === 'html' && !this.#copies.has(id)) this.#copies.set(id, sanitize(copy));
    const content = format === 'html' ? this.#copies.get(id) : copy;
    const look = format === 'html' ? '' : 'text';
    return html`<div class="copy panel ${look}">${content}</div>`;
  }
}

define('dx-questionnaire-step', QuestionnaireStep);
