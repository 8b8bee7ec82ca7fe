/** The complete profile of the person to be tested (IDN-04, IDN-05, GAP-47, GAP-48). */
import { html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import type { Answers } from '../../../server/contract/journey-api/answers.ts';
import type { IdentityShows } from '../../../server/contract/journey-api/views.ts';
import { radios } from '../../ui/choices.ts';
import {
  checkDate,
  type DateParts,
  dateOfBirth,
  isoDateOf,
  noDate,
  readDate,
} from '../../ui/date-of-birth.ts';
import { define } from '../../ui/define.ts';
import { type Field, field } from '../../ui/field.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { FormStep } from './form-step.ts';
import { identityChecks, type TextName, textFields } from './identity-fields.ts';
import { identityStyles } from './identity-styles.ts';
import { recordOf, textOf } from './typed.ts';

type Profile = Answers['identity'];
const sexes = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
] as const;

/** The element of the step `identity`. */
export class IdentityStep extends FormStep<IdentityShows> {
  static override styles = [...FormStep.styles, identityStyles];

  @state() private texts: Partial<Record<TextName, string>> = {};
  @state() private birth: DateParts = noDate;
  @state() private sex: Profile['sex'] | undefined;

  protected override enter(): void {
    const { profile } = this.shows;
    const height = profile?.height_inches;
    const known: Partial<Record<TextName, string | undefined>> = {
      ...profile,
      date_of_birth: undefined,
      ...Object.fromEntries(
        Object.entries(profile?.address ?? {}).map(([key, text]) => [`address.${key}`, text]),
      ),
      feet: height === undefined ? '' : String(Math.floor(height / 12)),
      height_inches: height === undefined ? '' : String(Math.round((height % 12) * 10) / 10),
      weight_pounds: profile?.weight_pounds === undefined ? '' : String(profile.weight_pounds),
    } as Partial<Record<TextName, string | undefined>>;
    const typed = recordOf(this.draft, 'texts');
    for (const name of Object.keys(textFields) as TextName[]) {
      this.texts = {
        ...this.texts,
        [name]: typeof typed[name] === 'string' ? typed[name] : (known[name] ?? ''),
      };
    }
    const birth = recordOf(this.draft, 'birth');
    const parts = {
      month: textOf(birth, 'month'),
      day: textOf(birth, 'day'),
      year: textOf(birth, 'year'),
    };
    const written = Object.values(parts).some((part) => part !== '');
    this.birth = written ? parts : (readDate(profile?.date_of_birth ?? '') ?? noDate);
    this.sex = sexes.find(({ value }) => value === textOf(this.draft, 'sex'))?.value ?? profile?.sex;
  }

  protected override names() {
    const body = this.shows.asks_body_measures ? ['feet', 'height_inches', 'weight_pounds'] : [];
    const address = Object.keys(textFields).filter((name) => name.startsWith('address.'));
    return ['first_name', 'last_name', 'date_of_birth', 'sex', ...body, 'email', 'phone', ...address];
  }

  protected override check(name: string): string | null {
    if (name === 'date_of_birth') return checkDate(this.birth);
    if (name === 'sex') return this.sex === undefined ? 'Choose a sex.' : null;
    return identityChecks(name as TextName, this.#text(name as TextName));
  }

  protected override body() {
    if (this.sex === undefined) return null;
    const second = this.#text('address.address_line_2');
    return {
      first_name: this.#text('first_name'),
      last_name: this.#text('last_name'),
      email: this.#text('email'),
      phone: this.#text('phone'),
      date_of_birth: isoDateOf(this.birth),
      sex: this.sex,
      address: {
        address_line_1: this.#text('address.address_line_1'),
        ...(second === '' ? {} : { address_line_2: second }),
        city: this.#text('address.city'),
        state: this.#text('address.state'),
        postal_code: this.#text('address.postal_code'),
      },
      ...(this.shows.asks_body_measures
        ? {
            height_inches: Number(this.#text('feet')) * 12 + Number(this.#text('height_inches')),
            weight_pounds: Number(this.#text('weight_pounds')),
          }
        : {}),
    };
  }

  protected override typed() {
    return {
      texts: this.texts,
      birth: { ...this.birth },
      ...(this.sex === undefined ? {} : { sex: this.sex }),
    };
  }

  #text(name: TextName): string {
    return (this.texts[name] ?? '').trim();
  }

  protected override render() {
    const measures = this.shows.asks_body_measures;
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">Who is being tested?</h2>
        <p class="lead">Give the details of the person who comes to the location, with the name as on their ID.</p>
      </div>
      ${this.renderErrors()}
      <div class="fields">
        ${this.#renderText('first_name')} ${this.#renderText('last_name')}
        ${dateOfBirth({
          name: 'date_of_birth',
          legend: 'Date of birth',
          hint: 'For example 3 14 1985',
          value: this.birth,
          error: this.errors.get('date_of_birth'),
          edit: (birth) => {
            this.birth = birth;
            this.edited('date_of_birth');
          },
          leave: () => this.leave('date_of_birth'),
        })}
        ${radios({
          name: 'sex',
          legend: 'Sex',
          options: sexes,
          chosen: this.sex,
          error: this.errors.get('sex'),
          choose: (sex) => {
            this.sex = sex;
            this.chosen('sex');
          },
        })}
        ${measures ? this.#renderMeasures() : nothing}
      </div>
      <fieldset>
        <legend class="group">How to reach you</legend>
        <div class="fields">${this.#renderText('email')} ${this.#renderText('phone')}</div>
      </fieldset>
      <fieldset>
        <legend class="group">Home address</legend>
        <div class="fields">
          ${this.#renderText('address.address_line_1')} ${this.#renderText('address.address_line_2')}
          ${this.#renderText('address.city')}
          <div class="two">${this.#renderText('address.state')} ${this.#renderText('address.postal_code')}</div>
        </div>
      </fieldset>
      <div class="actions">${submitButton('Continue', this.busy, 'Saving')}</div>
    </form>`;
  }

  #renderMeasures() {
    return html`<div class="three">
      ${this.#renderText('feet')} ${this.#renderText('height_inches')} ${this.#renderText('weight_pounds')}
    </div>`;
  }

  #renderText(name: TextName) {
    const shape: Omit<Field, 'name' | 'value' | 'error' | 'edit' | 'leave'> = textFields[name];
    return field({
      ...shape,
      name,
      value: this.texts[name] ?? '',
      error: this.errors.get(name),
      edit: (text) => {
        this.texts = { ...this.texts, [name]: text };
        this.edited(name);
      },
      leave: () => this.leave(name),
    });
  }
}

define('dx-identity-step', IdentityStep);
