/**
 * The questionnaire of the appointment: sections, fields and acknowledgements in the order of the service, with copy
 * that is shown and never sent (QST-08, QST-25, T18, T21).
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import type { QuestionnaireShows } from '../../../server/contract/journey-api/views.ts';
import { health } from '../../texts/english.ts';
import { copyStyles } from '../../ui/copy.ts';
import { define } from '../../ui/define.ts';
import { charactersLeft } from '../../ui/length.ts';
import { serviceText, type Words } from '../../ui/marked-text.ts';
import { sanitize } from '../../ui/sanitize.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { givenOf, HealthForm, helpLine, type Question, type Section } from './health-form.ts';
import { textOf } from './typed.ts';
import { booleansOf } from './typed-groups.ts';

type Asked = QuestionnaireShows['fields'][number];
type Acknowledgement = QuestionnaireShows['acknowledgements'][number];

/** Any question with options is a choice among them. */
const kindOf = ({ type, options }: Asked): Question['kind'] =>
  type === 'boolean' || type === 'choice' || options.length > 0
    ? 'choice'
    : type === 'number'
      ? 'number'
      : 'text';

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

  protected override readonly longest = 2000;
  @state() private acknowledged: Record<string, boolean> = {};
  /** The sanitized copy of each acknowledgement, created once, so that its nodes survive other updates and the review. */
  #copies = new Map<string, HTMLElement>();

  protected override enter(): void {
    if (textOf(this.draft, 'content_hash') !== this.shows.content_hash) return;
    this.given = givenOf(this.draft, 'answers');
    this.acknowledged = booleansOf(this.draft, 'acknowledgements');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const before = changed.get('shows') as QuestionnaireShows | undefined;
    if (before === undefined || before.content_hash === this.shows.content_hash) return;
    // Answers to an old questionnaire are not sent for a new one (T18).
    this.given = {};
    this.acknowledged = {};
    this.#copies.clear();
    this.leaveReview();
  }

  #questionOf(asked: Asked): Question {
    const { id, label, help, required, options } = asked;
    const count = charactersLeft(String(this.given[id] ?? ''), this.longest);
    const shape = { count };
    return { name: `answers.${id}`, key: id, label, help, required, options, kind: kindOf(asked), shape };
  }

  protected override questions() {
    return this.shows.fields.map((asked) => this.#questionOf(asked));
  }

  #acknowledgement(name: string): Acknowledgement | undefined {
    return this.shows.acknowledgements.find(({ id }) => name === `acknowledgements.${id}`);
  }

  protected override names() {
    const { acknowledgements } = this.shows;
    return [
      ...this.questions().map(({ name }) => name),
      ...acknowledgements.map(({ id }) => `acknowledgements.${id}`),
    ];
  }

  protected override check(name: string): string | null {
    const item = this.#acknowledgement(name);
    if (item === undefined) return super.check(name);
    return item.required && this.acknowledged[item.id] !== true ? health('errorConfirm') : null;
  }

  protected override inSummary(name: string, message: Words): Words {
    const item = this.#acknowledgement(name);
    return item === undefined ? super.inSummary(name, message) : html`${serviceText(item.label)} ${message}`;
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
      answers: this.answers(),
      acknowledgements: Object.fromEntries(
        acknowledgements.map(({ id }) => [id, this.acknowledged[id] === true]),
      ),
    };
  }

  protected override typed() {
    const { content_hash } = this.shows;
    return {
      content_hash,
      answers: { ...this.given },
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
      ${this.form.renderSummary()} ${this.renderProgress()} ${this.#renderQuestions()}
      ${
        acknowledgements.length === 0
          ? nothing
          : html`<section class="section" aria-label=${health('confirm')}>
              ${acknowledgements.map((item) => this.#renderAcknowledgement(item))}
            </section>`
      }
      <div class="actions">${submitButton(health('review'), this.sending)}</div>
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
      return this.#renderAsked(section, own);
    });
    const texts = sections.flatMap(({ help }) => help ?? []).join('\n');
    const help = all !== null && texts !== '' ? texts : null;
    return html`${named}${this.#renderAsked({ id: 'loose', title: all, help }, loose)}`;
  }

  #renderAsked(section: Section, asked: readonly Asked[]) {
    if (asked.length === 0) return nothing;
    return this.renderSection(
      section,
      asked.map((one) => this.#questionOf(one)),
    );
  }

  #renderAcknowledgement(item: Acknowledgement) {
    const name = `acknowledgements.${item.id}`;
    const acknowledge = (ticked: boolean) => {
      this.acknowledged = { ...this.acknowledged, [item.id]: ticked };
    };
    return html`<div class="acknowledgement">
      ${helpLine(item.help)}
      ${item.copy === null ? nothing : this.#renderCopy(item, item.copy)}
      <div>
        ${this.tickBox(name, this.acknowledged[item.id] === true, acknowledge, {
          label: serviceText(item.label),
          required: item.required,
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
