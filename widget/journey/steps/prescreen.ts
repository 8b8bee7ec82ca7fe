/**
 * The health check before an order, drawn from its definition: sections and fields in the order given, with their copy
 * unchanged, and a separate permission to contact a physician (PRE-05..PRE-12, T24, T25, GAP-44).
 */
import { css, html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import type { PrescreenShows } from '../../../server/contract/journey-api/views.ts';
import { checkbox, radios } from '../../ui/choices.ts';
import {
  checkDate,
  type DateParts,
  dateOfBirth,
  noDate,
  readDate,
  usDateOf,
} from '../../ui/date-of-birth.ts';
import { define } from '../../ui/define.ts';
import { field } from '../../ui/field.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { FormStep } from './form-step.ts';
import { progressWords, questionStyles } from './questions.ts';
import { recordOf, textOf } from './typed.ts';

type PrescreenField = PrescreenShows['sections'][number]['fields'][number];
const yesNo: PrescreenField['options'] = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
];

/** The controls of a prescreen form that the step can draw (PRE-06, PRE-08, GAP-44). */
const knownControls: readonly string[] = ['date_parts', 'boolean_radio', 'text'];
const isKnown = (control: string): boolean => knownControls.includes(control);

/** The element of the step `prescreen`. */
export class PrescreenStep extends FormStep<PrescreenShows> {
  static override styles = [
    ...FormStep.styles,
    questionStyles,
    css`
      button .verbatim {
        text-wrap: balance;
      }
    `,
  ];

  @state() private given: Record<string, string | boolean> = {};
  @state() private dates: Record<string, DateParts> = {};
  /** The dates that the profile has. */
  readonly #known = new Map<string, DateParts>();

  protected override enter(): void {
    for (const { name, value = '' } of this.#fields) {
      const date = readDate(value);
      if (date !== null) this.#known.set(name, date);
    }
    this.dates = Object.fromEntries(this.#known);
    for (const [name, value] of Object.entries(recordOf(this.draft, 'given'))) {
      if (typeof value === 'string' || typeof value === 'boolean')
        this.given = { ...this.given, [name]: value };
    }
    const dates = recordOf(this.draft, 'dates');
    for (const name of Object.keys(dates)) {
      const parts = recordOf(dates, name);
      const date = {
        month: textOf(parts, 'month'),
        day: textOf(parts, 'day'),
        year: textOf(parts, 'year'),
      };
      this.dates = { ...this.dates, [name]: date };
    }
  }

  get #fields(): PrescreenField[] {
    return this.shows.sections.flatMap((section) => section.fields);
  }

  protected override names() {
    return [...this.#fields.map(({ name }) => name), this.shows.consent.field];
  }

  protected override check(name: string): string | null {
    if (name === this.shows.consent.field) {
      return this.given[name] === true ? null : 'This permission is needed before the test can be ordered.';
    }
    const asked = this.#fields.find((known) => known.name === name);
    if (asked === undefined) return null;
    if (!this.#isAnswered(asked)) return asked.required ? 'This answer is needed.' : null;
    return asked.control === 'date_parts' ? checkDate(this.dates[name] ?? noDate) : null;
  }

  protected override inSummary(name: string, message: string): string {
    const asked = this.#fields.find((known) => known.name === name);
    if (asked === undefined) return message;
    return asked.control === 'boolean_radio' ? asked.label : `${asked.label}: ${message}`;
  }

  #isAnswered({ name, control }: PrescreenField): boolean {
    if (control === 'date_parts')
      return Object.values(this.dates[name] ?? noDate).some((part) => part !== '');
    const value = this.given[name];
    return typeof value === 'boolean' || (value ?? '').trim() !== '';
  }

  protected override body() {
    const answered = this.#fields.filter((asked) => this.#isAnswered(asked));
    const fields = answered.map(({ name, control }) => {
      const value = this.given[name] ?? '';
      if (control === 'date_parts') return [name, usDateOf(this.dates[name] ?? noDate)] as const;
      return [name, typeof value === 'string' ? value.trim() : value] as const;
    });
    return {
      fields: {
        ...Object.fromEntries(fields),
        [this.shows.consent.field]: true,
      },
    };
  }

  protected override typed() {
    const { [this.shows.consent.field]: _, ...given } = this.given;
    // A date from the profile is left out: it must follow the profile, should the customer correct it there.
    const dates = Object.entries(this.dates).filter(([name, date]) => date !== this.#known.get(name));
    return { given, dates: Object.fromEntries(dates) };
  }

  #give(name: string, value: string | boolean): void {
    this.given = { ...this.given, [name]: value };
  }

  protected override render() {
    const blocked = this.#fields.some(({ control, required }) => required && !isKnown(control));
    const required = this.#fields.filter((asked) => asked.required);
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">A few questions about your health</h2>
        <p class="lead">Answer for yourself, as things are today. There are no right or wrong answers.</p>
        ${progressWords(required.filter((asked) => this.#isAnswered(asked)).length, required.length)}
      </div>
      ${this.renderErrors()} ${this.shows.sections.map((section) => this.#renderSection(section))}
      ${blocked ? this.#renderBlocked() : this.#renderEnd()}
    </form>`;
  }

  #renderBlocked() {
    return html`<p class="panel" role="alert">
      This form asks for something that cannot be shown here, so it cannot be sent. Nothing you entered is lost. Please
      contact support.
    </p>`;
  }

  #renderEnd() {
    const { consent, submit_button_text: words } = this.shows;
    return html`<div class="stack">
      <div>
        ${checkbox({
          name: consent.field,
          label: consent.label,
          ticked: this.given[consent.field] === true,
          required: true,
          error: this.errors.get(consent.field),
          tick: (ticked) => {
            this.#give(consent.field, ticked);
            this.chosen(consent.field);
          },
        })}
      </div>
      <div class="actions">${submitButton(words, this.busy)}</div>
    </div>`;
  }

  #renderSection({ id, title, fields }: PrescreenShows['sections'][number]) {
    return html`<section class="fields" aria-labelledby=${title === null ? nothing : `section-${id}`}>
      ${title === null ? nothing : html`<h3 id="section-${id}" class="verbatim">${title}</h3>`}
      ${fields.map((asked) => this.#renderField(asked))}
    </section>`;
  }

  #renderField(asked: PrescreenField) {
    const { name, label, control, required } = asked;
    const common = { name, error: this.errors.get(name), optional: !required };
    const leave = () => this.leave(name);
    if (control === 'boolean_radio') {
      const options = asked.options.length > 0 ? asked.options : yesNo;
      const choose = (value: string | boolean) => {
        this.#give(name, value);
        this.chosen(name);
      };
      return radios({
        ...common,
        legend: label,
        options,
        chosen: this.given[name],
        choose,
      });
    }
    if (control === 'date_parts') {
      const edit = (date: DateParts) => {
        this.dates = { ...this.dates, [name]: date };
        this.edited(name);
      };
      return dateOfBirth({
        ...common,
        legend: label,
        value: this.dates[name] ?? noDate,
        edit,
        leave,
      });
    }
    const edit = (text: string) => {
      this.#give(name, text);
      this.edited(name);
    };
    const value = this.given[name];
    return field({
      ...common,
      ...(isKnown(control)
        ? {}
        : {
            hint: 'We do not know how this is meant to be asked; answer in your own words.',
          }),
      label,
      verbatim: true,
      maxLength: 200,
      value: typeof value === 'string' ? value : '',
      edit,
      leave,
    });
  }
}

define('dx-prescreen-step', PrescreenStep);
