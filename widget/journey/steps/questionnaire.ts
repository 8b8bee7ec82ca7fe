/**
 * The questionnaire of the appointment: sections, fields and acknowledgements in the order of the service, with copy
 * that is shown and never sent (QST-08, QST-25, T18, T21, GAP-58).
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import type { QuestionnaireShows } from '../../../server/contract/journey-api/views.ts';
import { health } from '../../locales/en/health.ts';
import { checkbox, radios } from '../../ui/choices.ts';
import { copyStyles } from '../../ui/copy.ts';
import { define } from '../../ui/define.ts';
import { sanitize } from '../../ui/sanitize.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { supplied, type Words } from '../../ui/supplied.ts';
import { type Answered, HealthForm } from './health-form.ts';
import { textOf } from './typed.ts';
import { booleansOf } from './typed-groups.ts';

type Question = QuestionnaireShows['fields'][number];
type Acknowledgement = QuestionnaireShows['acknowledgements'][number];

/** The element of the step `questionnaire`. */
export class QuestionnaireStep extends HealthForm<QuestionnaireShows> {
  static override styles = [
    ...HealthForm.styles,
    copyStyles,
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
  /** The sanitized copy of each acknowledgement, created once, so that its nodes survive other updates and the review. */
  #copies = new Map<string, HTMLElement>();

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
    this.#copies.clear();
    this.leaveReview();
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
      return question.required && this.answers[question.id] === undefined ? health('errorYesNo') : null;
    }
    const item = this.shows.acknowledgements.find(({ id }) => name === `acknowledgements.${id}`);
    return item?.required && this.acknowledged[item.id] !== true ? health('errorConfirm') : null;
  }

  protected override inSummary(name: string, message: Words): Words {
    const known = [...this.#questions, ...this.shows.acknowledgements];
    const label = known.find(({ id }) => name.endsWith(`.${id}`))?.label;
    return label === undefined ? message : html`${supplied(label)} ${message}`;
  }

  protected override answered(): Answered[] {
    return this.#questions.map(({ id, label, required }) => {
      const answer = this.answers[id];
      const words = answer === undefined ? null : health(answer ? 'yes' : 'no');
      return { name: `answers.${id}`, label, required, answer: words };
    });
  }

  protected override ticks() {
    return this.shows.acknowledgements.map(({ id, required }) => ({
      required,
      ticked: this.acknowledged[id] === true,
    }));
  }

  protected override sendWords() {
    return health('send');
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

  protected override renderForm() {
    const { name, fields, acknowledgements } = this.shows;
    const blocked = fields.some(({ required, type }) => required && type !== 'boolean');
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">${health('questionnaire')}</h2>
        <p class="lead">${supplied(name)}</p>
        <p class="lead">${health('lead')}</p>
      </div>
      ${this.renderErrors()} ${this.renderProgress()} ${this.#renderQuestions()}
      ${
        acknowledgements.length === 0
          ? nothing
          : html`<section class="section" aria-label=${health('confirm')}>
              ${acknowledgements.map((item) => this.#renderAcknowledgement(item))}
            </section>`
      }
      ${blocked ? this.renderBlocked() : html`<div class="actions">${submitButton(health('review'), this.busy)}</div>`}
    </form>`;
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
    return html`<section class="section" aria-labelledby=${title === null ? nothing : `section-${id}`}>
      ${title === null ? nothing : html`<h3 id="section-${id}">${supplied(title)}</h3>`}
      ${questions.map((question) => this.#renderQuestion(question))}
    </section>`;
  }

  #renderQuestion({ id, label, required }: Question) {
    const name = `answers.${id}`;
    return radios({
      name,
      legend: supplied(label),
      options: [
        { value: true, label: health('yes') },
        { value: false, label: health('no') },
      ],
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
          label: supplied(item.label),
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
    if (format !== 'html') return html`<div class="copy panel text" lang="en" dir="ltr">${copy}</div>`;
    const known = this.#copies.get(id);
    if (known) return known;
    const drawn = Object.assign(document.createElement('div'), {
      className: 'copy panel',
      lang: 'en',
      dir: 'ltr',
    });
    drawn.append(sanitize(copy));
    this.#copies.set(id, drawn);
    return drawn;
  }
}

define('dx-questionnaire-step', QuestionnaireStep);
