/**
 * The health check before an order, drawn from its definition: sections and fields in the order given, with their copy
 * unchanged, and a separate permission to contact a physician (PRE-05..PRE-12, T24, T25, GAP-44).
 */
import { html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import type { PrescreenShows } from '../../../server/contract/journey-api/views.ts';
import { health } from '../../texts/english.ts';
import { checkbox, radios } from '../../ui/choices.ts';
import {
  checkDate,
  type DateParts,
  dateOfBirth,
  isoDateOf,
  noDate,
  readDate,
  usDateOf,
  usOrder,
} from '../../ui/date-of-birth.ts';
import { define } from '../../ui/define.ts';
import { facts } from '../../ui/facts.ts';
import { field } from '../../ui/field.ts';
import { dateWithYear } from '../../ui/format.ts';
import { serviceText, type Words } from '../../ui/marked-text.ts';
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
import { recordOf } from './typed-groups.ts';

type Given = string | number | boolean;
type PrescreenField = PrescreenShows['sections'][number]['fields'][number];

/** In characters. */
const longestAnswer = 200;

/** The element of the step `prescreen`. */
export class PrescreenStep extends HealthForm<PrescreenShows> {
  @state() private given: Record<string, Given> = {};
  @state() private dates: Record<string, DateParts> = {};

  protected override enter(): void {
    for (const [name, value] of Object.entries(recordOf(this.draft, 'given'))) {
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        this.#give(name, value);
    }
    const dates = recordOf(this.draft, 'dates');
    for (const name of Object.keys(dates)) {
      const parts = recordOf(dates, name);
      const date = { month: textOf(parts, 'month'), day: textOf(parts, 'day'), year: textOf(parts, 'year') };
      this.dates = { ...this.dates, [name]: date };
    }
  }

  get #fields(): PrescreenField[] {
    return this.shows.sections.flatMap((section) => section.fields);
  }

  /** The date that the customer gave in the details. It is changed there, so that both are the same (GAP-46). */
  #knownDate({ control, value = '' }: PrescreenField): DateParts | null {
    return control === 'date_parts' ? readDate(value, usOrder) : null;
  }

  #dateOf(asked: PrescreenField): DateParts {
    return this.#knownDate(asked) ?? this.dates[asked.name] ?? noDate;
  }

  protected override names() {
    return [...this.#fields.map(({ name }) => name), this.shows.consent.field];
  }

  protected override check(name: string): string | null {
    if (name === this.shows.consent.field)
      return this.given[name] === true ? null : health('errorPermission');
    const asked = this.#fields.find((known) => known.name === name);
    if (asked === undefined) return null;
    if (asked.control === 'date_parts') {
      const isEmpty = !this.#isAnswered(asked) && !asked.required;
      return isEmpty ? null : checkDate(this.#dateOf(asked), health('errorDateOfBirth'));
    }
    if (this.#isAnswered(asked)) {
      const isNumber = asked.control !== 'number' || readNumber(String(this.given[name])) !== null;
      return isNumber ? answerTooLong(this.given[name], longestAnswer) : health('errorNumber');
    }
    if (!asked.required) return null;
    return health(asked.control === 'boolean_radio' ? choiceError(asked.options) : 'errorEmpty');
  }

  protected override inSummary(name: string, message: Words): Words {
    const asked = this.#fields.find((known) => known.name === name);
    return asked === undefined || asked.control === 'date_parts'
      ? message
      : html`${serviceText(asked.label)} ${message}`;
  }

  #isAnswered(asked: PrescreenField): boolean {
    if (asked.control === 'date_parts') return Object.values(this.#dateOf(asked)).some((part) => part !== '');
    const value = this.given[asked.name];
    return value !== undefined && String(value).trim() !== '';
  }

  protected override answered(): Answered[] {
    return this.#fields.map((asked) => {
      const { name, label, required } = asked;
      const answer = this.#isAnswered(asked) ? this.#inWords(asked) : null;
      return { name, label, required, answer };
    });
  }

  #inWords(asked: PrescreenField): Words {
    if (asked.control === 'date_parts') return dateWithYear(isoDateOf(this.#dateOf(asked)));
    const value = this.given[asked.name];
    if (typeof value === 'string' && asked.control !== 'boolean_radio') return value.trim();
    return optionsOf(asked.options).find((option) => option.value === value)?.label ?? '';
  }

  protected override ticks() {
    return [{ required: true, ticked: this.given[this.shows.consent.field] === true }];
  }

  protected override sendWords() {
    const words = this.shows.submit_button_text;
    return words === null ? health('send') : serviceText(words);
  }

  protected override body() {
    const answered = this.#fields.filter((asked) => this.#isAnswered(asked));
    const fields = answered.map((asked) => {
      const value = this.given[asked.name] ?? '';
      if (asked.control === 'date_parts') return [asked.name, usDateOf(this.#dateOf(asked))] as const;
      if (asked.control === 'number') return [asked.name, readNumber(String(value)) ?? 0] as const;
      return [asked.name, typeof value === 'string' ? value.trim() : value] as const;
    });
    return { fields: { ...Object.fromEntries(fields), [this.shows.consent.field]: true } };
  }

  protected override typed() {
    const { [this.shows.consent.field]: _, ...given } = this.given;
    return { given, dates: { ...this.dates } };
  }

  #give(name: string, value: Given): void {
    this.given = { ...this.given, [name]: value };
  }

  protected override renderForm() {
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">${health('prescreen')}</h2>
        <p class="lead">${health('lead')}</p>
        ${helpLine(this.shows.help)}
      </div>
      ${this.renderErrors()} ${this.renderProgress()}
      ${this.shows.sections.map((section) => this.#renderSection(section))}
      ${this.#renderEnd()}
    </form>`;
  }

  #renderEnd() {
    const { field: name, label, help } = this.shows.consent;
    return html`<div class="stack">
      <div>
        ${helpLine(help)}
        ${checkbox({
          name,
          label: serviceText(label),
          ticked: this.given[name] === true,
          required: true,
          error: this.errors.get(name),
          tick: (ticked) => {
            this.#give(name, ticked);
            this.chosen(name);
          },
        })}
      </div>
      <div class="actions">${submitButton(health('review'), this.busy)}</div>
    </div>`;
  }

  #renderSection({ id, title, help, fields }: PrescreenShows['sections'][number]) {
    return html`<section class="section" aria-labelledby=${title === null ? nothing : `section-${id}`}>
      ${title === null ? nothing : html`<h3 id="section-${id}">${serviceText(title)}</h3>`}
      ${helpLine(help)} ${fields.map((asked) => this.#renderField(asked))}
    </section>`;
  }

  #renderField(asked: PrescreenField) {
    const { name, help, control, required } = asked;
    const label = serviceText(asked.label);
    const known = this.#knownDate(asked);
    if (known !== null) {
      const change = { of: label, press: () => this.revisit('identity') };
      return facts([{ name: label, value: dateWithYear(isoDateOf(known)), change }], 'ruled');
    }
    const common = { name, error: this.errors.get(name), optional: !required, ...hintOf(help) };
    const leave = () => this.leave(name);
    if (control === 'boolean_radio') {
      const choose = (value: Given) => {
        this.#give(name, value);
        this.chosen(name);
      };
      return radios({
        ...common,
        legend: label,
        options: optionsOf(asked.options),
        chosen: this.given[name],
        choose,
      });
    }
    if (control === 'date_parts') {
      const edit = (date: DateParts) => {
        this.dates = { ...this.dates, [name]: date };
        this.edited(name);
      };
      return dateOfBirth({ ...common, legend: label, value: this.#dateOf(asked), edit, leave });
    }
    const edit = (text: string) => {
      this.#give(name, text);
      this.edited(name);
    };
    const value = this.given[name];
    return field({
      ...common,
      ...(control === 'unknown' && help === null ? { hint: health('unknown') } : {}),
      ...(control === 'number' ? ({ inputMode: 'decimal' } as const) : {}),
      ...(/phone/.test(name) ? ({ type: 'tel', inputMode: 'tel' } as const) : {}),
      label,
      value: typeof value === 'string' ? value : '',
      edit,
      leave,
    });
  }
}

define('dx-prescreen-step', PrescreenStep);
