/** The complete profile of the person to be tested (IDN-04, IDN-05, GAP-47, GAP-48). */
import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { Answers } from '../../../server/contract/journey-api/answers.ts';
import type { IdentityShows } from '../../../server/contract/journey-api/views.ts';
import { identity } from '../../texts/english.ts';
import { choiceStyles } from '../../ui/choice-styles.ts';
import {
  ageOf,
  checkDate,
  type DateParts,
  exampleDate,
  isoDateOf,
  noDate,
  readDate,
} from '../../ui/date-of-birth.ts';
import { define } from '../../ui/define.ts';
import { factStyles, knownGroup } from '../../ui/facts.ts';
import { levelRows } from '../../ui/level-rows.ts';
import { stateCode } from '../../ui/state-codes.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { HeldForm } from './held-form.ts';
import { identityFacts, knownTexts } from './identity-facts.ts';
import {
  groupHeadings,
  type IdentityGroup,
  identityChecks,
  identityGroups,
  numberOf,
  type TextField,
  type TextName,
  type Texts,
  textFields,
} from './identity-fields.ts';
import { textOf } from './typed.ts';
import { recordOf, textsOf } from './typed-groups.ts';

/** What the step `identity` adds to a form's styles. */
const identityStyles = css`
  .group {
    padding: 0 0 16px;
    font-size: calc(var(--_dx-size) * 1.125);
    line-height: 1.3;
    font-weight: 650;
  }
  .two,
  .three {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    align-items: start;
    gap: 12px;
  }
  @container (max-width: 15em) {
    .two,
    .three {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (min-width: 480px) {
    .three {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
  }
`;

type Sex = Answers['identity']['sex'];

/** The element of the step `identity`. What is known of a customer is a line with "Change"; the rest is a form. */
export class IdentityStep extends HeldForm<IdentityShows> {
  static override styles = [...HeldForm.styles, choiceStyles, factStyles, levelRows, identityStyles];

  @state() private texts: Texts = {};
  @state() private birth: DateParts = noDate;
  @state() private sex: Sex | undefined;
  /** The groups that are a form. */
  @state() private open: ReadonlySet<IdentityGroup> = new Set();

  protected override enter(): void {
    const { profile } = this.shows;
    const known = knownTexts(profile);
    const typed = recordOf(this.draft, 'texts');
    for (const name of Object.keys(textFields) as TextName[]) {
      const text = typed[name];
      this.texts = { ...this.texts, [name]: typeof text === 'string' ? text : (known[name] ?? '') };
    }
    const birth = recordOf(this.draft, 'birth');
    const parts = { month: textOf(birth, 'month'), day: textOf(birth, 'day'), year: textOf(birth, 'year') };
    const written = Object.values(parts).some((part) => part !== '');
    this.birth = written ? parts : (readDate(profile?.date_of_birth ?? '') ?? noDate);
    const sex = textOf(this.draft, 'sex');
    this.sex = sex === 'female' || sex === 'male' ? sex : profile?.sex;
    const opened = textsOf(this.draft, 'open');
    const isKnown = (group: IdentityGroup) =>
      profile !== null &&
      !opened.includes(group) &&
      identityGroups[group].every((name) => this.check(name) === null);
    this.open = new Set(this.#groups.filter((group) => !isKnown(group)));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const wrong = this.#groups.filter((group) => identityGroups[group].some((name) => this.errors.has(name)));
    if (wrong.some((group) => !this.open.has(group))) this.open = new Set([...this.open, ...wrong]);
  }

  get #groups(): IdentityGroup[] {
    const all = Object.keys(identityGroups) as IdentityGroup[];
    return all.filter((group) => group !== 'measures' || this.shows.asks_body_measures);
  }

  protected override names() {
    return this.#groups.flatMap((group) => [...identityGroups[group]]);
  }

  protected override check(name: string): string | null {
    if (name === 'date_of_birth')
      return checkDate(this.birth, identity('errorDateOfBirth')) ?? this.#checkAge();
    if (name === 'sex') return this.sex === undefined ? identity('errorSex') : null;
    return identityChecks(name as TextName, this.#text(name as TextName));
  }

  #checkAge(): string | null {
    const { min = null, max = null, day = '' } = this.shows.ages ?? {};
    const age = ageOf(isoDateOf(this.birth), day);
    if (min !== null && age < min) return identity('errorTooYoung', { min });
    return max !== null && age > max ? identity('errorTooOld', { max }) : null;
  }

  protected override body() {
    if (this.sex === undefined) return null;
    const second = this.#text('address.address_line_2');
    const state = this.#text('address.state');
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
        state: stateCode(state) ?? state,
        postal_code: this.#text('address.postal_code'),
      },
      ...(this.shows.asks_body_measures
        ? {
            height_inches: numberOf(this.#text('feet')) * 12 + numberOf(this.#text('height_inches')),
            weight_pounds: numberOf(this.#text('weight_pounds')),
          }
        : {}),
    };
  }

  protected override typed() {
    return {
      texts: this.texts,
      birth: { ...this.birth },
      ...(this.sex === undefined ? {} : { sex: this.sex }),
      open: [...this.open],
    };
  }

  /** Without what nobody sees and a paste may bring, but with the joiners that some names need. */
  #text(name: TextName): string {
    return (this.texts[name] ?? '').replace(/(?![\u200c\u200d])\p{Cf}/gu, '').trim();
  }

  protected override render() {
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">${identity('heading')}</h2>
        <p class="lead">${identity(this.open.has('person') ? 'lead' : 'leadKnown')}</p>
      </div>
      ${this.form.renderSummary()} ${this.#groups.map((group) => this.#renderGroup(group))}
      <div class="actions">${submitButton(identity('next'), this.sending, identity('saving'))}</div>
    </form>`;
  }

  #renderGroup(group: IdentityGroup): TemplateResult {
    if (this.open.has(group)) return this.#forms[group]();
    const lines = identityFacts[group](this.texts, isoDateOf(this.birth), this.sex);
    return knownGroup(group, groupHeadings[group](), lines, () => void this.#change(group));
  }

  async #change(group: IdentityGroup): Promise<void> {
    this.open = new Set([...this.open, group]);
    this.keep(this.typed());
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[id="${identityGroups[group][0]}"]`)?.focus();
  }

  readonly #forms: Record<IdentityGroup, () => TemplateResult> = {
    person: () => html`<div class="fields">
      ${this.#renderText('first_name')} ${this.#renderText('last_name')} ${this.#renderBirth()} ${this.#renderSex()}
    </div>`,
    measures: () => html`<div class="three level">
      ${this.#renderText('feet')} ${this.#renderText('height_inches')} ${this.#renderText('weight_pounds')}
    </div>`,
    contact: () => html`<fieldset>
      <legend class="group">${identity('contact')}</legend>
      <div class="fields">${this.#renderText('email')} ${this.#renderText('phone')}</div>
    </fieldset>`,
    home: () => html`<fieldset>
      <legend class="group">${identity('home')}</legend>
      <div class="fields">
        ${this.#renderText('address.address_line_1')} ${this.#renderText('address.address_line_2')}
        ${this.#renderText('address.city')}
        <div class="two level">${this.#renderText('address.state')} ${this.#renderText('address.postal_code')}</div>
      </div>
    </fieldset>`,
  };

  #renderBirth() {
    return this.dateField(
      'date_of_birth',
      this.birth,
      (birth) => {
        this.birth = birth;
      },
      { legend: identity('dateOfBirth'), hint: identity('dateHint', { date: exampleDate() }) },
    );
  }

  #renderSex() {
    return this.radioField<Sex>(
      'sex',
      this.sex,
      (sex) => {
        this.sex = sex;
      },
      {
        legend: identity('sex'),
        options: [
          { value: 'female', label: identity('female') },
          { value: 'male', label: identity('male') },
        ],
        autocomplete: 'sex',
      },
    );
  }

  #renderText(name: TextName) {
    const { label, longest: _, ...shape }: TextField = textFields[name];
    const set = (text: string) => {
      this.texts = { ...this.texts, [name]: text };
    };
    return this.textField(name, this.texts[name] ?? '', set, { ...shape, label: label() });
  }
}

define('dx-identity-step', IdentityStep);
