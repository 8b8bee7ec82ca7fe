/**
 * The health check before an order, drawn from its definition: sections and fields in the order given, with their copy
 * unchanged, and a separate permission to contact a physician (PRE-05..PRE-12, T24, T25, GAP-44).
 */
import { html } from 'lit';
import { state } from 'lit/decorators.js';
import type { PrescreenShows } from '../../../server/contract/journey-api/views.ts';
import { health } from '../../texts/english.ts';
import { readDate, usOrder } from '../../ui/date-of-birth.ts';
import { define } from '../../ui/define.ts';
import { serviceText } from '../../ui/marked-text.ts';
import { submitButton } from '../../ui/submit-button.ts';
import type { TextShape } from './form-step.ts';
import { givenOf, HealthForm, helpLine, type Question } from './health-form.ts';
import { textOf } from './typed.ts';
import { recordOf } from './typed-groups.ts';

type PrescreenField = PrescreenShows['sections'][number]['fields'][number];

const kinds = { boolean_radio: 'choice', date_parts: 'date', number: 'number' } as const;

function questionOf({ name, label, help, control, required, options, value = '' }: PrescreenField): Question {
  const kind = control in kinds ? kinds[control as keyof typeof kinds] : 'text';
  const known = kind === 'date' ? readDate(value, usOrder) : null;
  const shape: Partial<TextShape> = {
    ...(control === 'unknown' && help === null ? { hint: health('unknown') } : {}),
    ...(/phone/.test(name) ? { type: 'tel', inputMode: 'tel' } : {}),
  };
  return { name, key: name, label, help, required, options, kind, known, shape };
}

/** The element of the step `prescreen`. */
export class PrescreenStep extends HealthForm<PrescreenShows> {
  protected override readonly longest = 200;
  @state() private permitted = false;

  protected override enter(): void {
    this.given = givenOf(this.draft, 'given');
    const dates = recordOf(this.draft, 'dates');
    for (const name of Object.keys(dates)) {
      const parts = recordOf(dates, name);
      const date = { month: textOf(parts, 'month'), day: textOf(parts, 'day'), year: textOf(parts, 'year') };
      this.dates = { ...this.dates, [name]: date };
    }
  }

  protected override questions() {
    return this.shows.sections.flatMap(({ fields }) => fields.map(questionOf));
  }

  protected override names() {
    return [...this.questions().map(({ name }) => name), this.shows.consent.field];
  }

  protected override check(name: string): string | null {
    if (name !== this.shows.consent.field) return super.check(name);
    return this.permitted ? null : health('errorPermission');
  }

  protected override ticks() {
    return [{ required: true, ticked: this.permitted }];
  }

  protected override sendWords() {
    const words = this.shows.submit_button_text;
    return words === null ? health('send') : serviceText(words);
  }

  protected override body() {
    return { fields: { ...this.answers(), [this.shows.consent.field]: true } };
  }

  protected override typed() {
    return { given: { ...this.given }, dates: { ...this.dates } };
  }

  protected override renderForm() {
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">${health('prescreen')}</h2>
        <p class="lead">${health('lead')}</p>
        ${helpLine(this.shows.help)}
      </div>
      ${this.form.renderSummary()} ${this.renderProgress()}
      ${this.shows.sections.map((section) => this.renderSection(section, section.fields.map(questionOf)))}
      ${this.#renderEnd()}
    </form>`;
  }

  #renderEnd() {
    const { field: name, label, help } = this.shows.consent;
    const permit = (ticked: boolean) => {
      this.permitted = ticked;
    };
    return html`<div class="stack">
      <div>
        ${helpLine(help)}
        ${this.tickBox(name, this.permitted, permit, { label: serviceText(label), required: true })}
      </div>
      <div class="actions">${submitButton(health('review'), this.sending)}</div>
    </div>`;
  }
}

define('dx-prescreen-step', PrescreenStep);
