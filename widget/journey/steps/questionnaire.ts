/**
 * The questionnaire of the appointment: sections, fields and acknowledgements in the order of the service, with copy
 * that is shown and never sent (QST-08, QST-25, T18, T21).
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import type { QuestionnaireShows } from '../../../server/contract/journey-api/views.ts';
import { health } from '../../texts/english.ts';
import { checkbox, radios } from '../../ui/choices.ts';
import { copyStyles } from '../../ui/copy.ts';
import { define } from '../../ui/define.ts';
import { field } from '../../ui/field.ts';
import { charactersLeft } from '../../ui/length.ts';
import { serviceText, type Words } from '../../ui/marked-text.ts';
import { sanitize } from '../../ui/sanitize.ts';
import { submitButton } from '../../ui/submit-button.ts';
import {
  type Answered,
  answerTooLong,
  choiceError,
  HealthForm,
  helpLine,
  hintOf,
  optionsOf,
  readNumber,
} from './health-form.ts';
import { textOf } from './typed.ts';
import { booleansOf, recordOf } from './typed-groups.ts';

type Given = string | number | boolean;
type Question = QuestionnaireShows['fields'][number];
type Section = QuestionnaireShows['sections'][number];
type Acknowledgement = QuestionnaireShows['acknowledgements'][number];

/** In characters. */
const longestAnswer = 2000;

const isGiven = (value: unknown): value is Given =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

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

  /** As they were chosen or typed. */
  @state() private answers: Record<string, Given> = {};
  @state() private acknowledged: Record<string, boolean> = {};
  /** The sanitized copy of each acknowledgement, created once, so that its nodes survive other updates and the review. */
  #copies = new Map<string, HTMLElement>();

  protected override enter(): void {
    if (textOf(this.draft, 'content_hash') !== this.shows.content_hash) return;
    const kept = Object.entries(recordOf(this.draft, 'answers'));
    this.answers = Object.fromEntries(kept.filter((entry): entry is [string, Given] => isGiven(entry[1])));
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

  protected override names() {
    const { acknowledgements } = this.shows;
    return [
      ...this.shows.fields.map(({ id }) => `answers.${id}`),
      ...acknowledgements.map(({ id }) => `acknowledgements.${id}`),
    ];
  }

  protected override check(name: string): string | null {
    const question = this.shows.fields.find(({ id }) => name === `answers.${id}`);
    if (question !== undefined) return this.#checkQuestion(question);
    const item = this.shows.acknowledgements.find(({ id }) => name === `acknowledgements.${id}`);
    return item?.required && this.acknowledged[item.id] !== true ? health('errorConfirm') : null;
  }

  #checkQuestion(question: Question): string | null {
    const { type, options, required } = question;
    if (this.#isAnswered(question)) {
      const isNumber = type !== 'number' || this.#isChoice(question) || this.#numberOf(question) !== null;
      return isNumber ? answerTooLong(this.#valueOf(question), longestAnswer) : health('errorNumber');
    }
    if (!required) return null;
    return health(this.#isChoice(question) ? choiceError(options) : 'errorEmpty');
  }

  /** Any question with options is a choice among them. */
  #isChoice({ type, options }: Question): boolean {
    return type === 'boolean' || type === 'choice' || options.length > 0;
  }

  #isAnswered({ id }: Question): boolean {
    const answer = this.answers[id];
    return answer !== undefined && String(answer).trim() !== '';
  }

  #numberOf({ id }: Question): number | null {
    return readNumber(String(this.answers[id] ?? ''));
  }

  /** The answer as it is sent. */
  #valueOf(question: Question): Given {
    const answer = this.answers[question.id] ?? '';
    if (this.#isChoice(question)) return answer;
    return question.type === 'number' ? (this.#numberOf(question) ?? 0) : String(answer).trim();
  }

  protected override inSummary(name: string, message: Words): Words {
    const known = [...this.shows.fields, ...this.shows.acknowledgements];
    const label = known.find(({ id }) => name.endsWith(`.${id}`))?.label;
    return label === undefined ? message : html`${serviceText(label)} ${message}`;
  }

  protected override answered(): Answered[] {
    return this.shows.fields.map((question) => {
      const { id, label, required } = question;
      const answer = this.#isAnswered(question) ? this.#inWords(question) : null;
      return { name: `answers.${id}`, label, required, answer };
    });
  }

  #inWords(question: Question): Words {
    const value = this.#valueOf(question);
    if (!this.#isChoice(question)) return String(value);
    return optionsOf(question.options).find((option) => option.value === value)?.label ?? '';
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
    const { questionnaire_definition_id, content_hash, fields, acknowledgements } = this.shows;
    const answered = fields.filter((question) => this.#isAnswered(question));
    return {
      questionnaire_definition_id,
      content_hash,
      answers: Object.fromEntries(answered.map((question) => [question.id, this.#valueOf(question)])),
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
    const { name, help, acknowledgements } = this.shows;
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">${health('questionnaire')}</h2>
        ${name === null ? nothing : html`<p class="lead">${serviceText(name)}</p>`}
        <p class="lead">${health('lead')}</p>
        ${helpLine(help)}
      </div>
      ${this.renderErrors()} ${this.renderProgress()} ${this.#renderQuestions()}
      ${
        acknowledgements.length === 0
          ? nothing
          : html`<section class="section" aria-label=${health('confirm')}>
              ${acknowledgements.map((item) => this.#renderAcknowledgement(item))}
            </section>`
      }
      <div class="actions">${submitButton(health('review'), this.busy)}</div>
    </form>`;
  }

  /** Groups questions by the section that they name. Without such names, all questions follow all titles, in order. */
  #renderQuestions() {
    const { sections } = this.shows;
    const known = new Set(sections.map(({ id }) => id));
    const loose = this.shows.fields.filter(({ section_id: id }) => id === null || !known.has(id));
    const titles = sections.flatMap(({ title }) => title ?? []);
    const all = loose.length === this.shows.fields.length && titles.length > 0 ? titles.join(' · ') : null;
    const named = sections.map((section) => {
      const own = this.shows.fields.filter(({ section_id: id }) => id === section.id);
      return this.#renderSection(section, own);
    });
    const texts = sections.flatMap(({ help }) => help ?? []).join('\n');
    const help = all !== null && texts !== '' ? texts : null;
    return html`${named}${this.#renderSection({ id: 'loose', title: all, help }, loose)}`;
  }

  #renderSection({ id, title, help }: Section, questions: readonly Question[]) {
    if (questions.length === 0) return nothing;
    return html`<section class="section" aria-labelledby=${title === null ? nothing : `section-${id}`}>
      ${title === null ? nothing : html`<h3 id="section-${id}">${serviceText(title)}</h3>`}
      ${helpLine(help)} ${questions.map((question) => this.#renderQuestion(question))}
    </section>`;
  }

  #renderQuestion(question: Question) {
    const { id, label, help, type, options, required } = question;
    const name = `answers.${id}`;
    const common = { name, error: this.errors.get(name), optional: !required, ...hintOf(help) };
    const give = (answer: Given) => {
      this.answers = { ...this.answers, [id]: answer };
    };
    if (this.#isChoice(question))
      return radios<Given>({
        ...common,
        legend: serviceText(label),
        options: optionsOf(options),
        chosen: this.answers[id],
        choose: (answer) => {
          give(answer);
          this.chosen(name);
        },
      });
    const value = String(this.answers[id] ?? '');
    return field({
      ...common,
      ...(type === 'number' ? ({ inputMode: 'decimal' } as const) : {}),
      label: serviceText(label),
      value,
      count: charactersLeft(value, longestAnswer),
      edit: (text) => {
        give(text);
        this.edited(name);
      },
      leave: () => this.leave(name),
    });
  }

  #renderAcknowledgement(item: Acknowledgement) {
    const name = `acknowledgements.${item.id}`;
    return html`<div class="acknowledgement">
      ${helpLine(item.help)}
      ${item.copy === null ? nothing : this.#renderCopy(item, item.copy)}
      <div>
        ${checkbox({
          name,
          label: serviceText(item.label),
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
