/** The form for the ordering provider, their contact and the order date (PHY-05, PHY-10, PHY-11, GAP-77). */
import { html, nothing } from 'lit';
import type { KnownClinician, ProviderAnswer, ProviderForm } from '../../server/contract/physician-api.ts';
import type { FieldProblem } from '../../server/contract/problem.ts';
import { physician as say } from '../texts/english.ts';
import { BaseElement } from '../ui/base-element.ts';
import { radios } from '../ui/choices.ts';
import { contactShapes } from '../ui/contact-shapes.ts';
import { define } from '../ui/define.ts';
import { knownGroup } from '../ui/facts.ts';
import { tooLong } from '../ui/length.ts';
import { stateCode } from '../ui/state-codes.ts';
import { submitButton } from '../ui/submit-button.ts';
import { checksOf, Form, licenseFields, type TextField } from './form.ts';
import { OrderDates } from './order-date.ts';
import { styles } from './styles.ts';
import { choiceWords } from './words.ts';

const fields = {
  full_name: { label: () => say('fullName'), empty: () => say('errorFullName') },
  credentials: { label: () => say('credentials'), empty: () => say('errorCredentials'), longest: 60 },
  ...licenseFields,
  ordering_entity: { label: () => say('entity'), empty: () => say('errorEntity') },
  contact_type: { label: () => say('contactType'), empty: () => say('errorContactType'), longest: 60 },
  address_line_1: { label: () => say('street'), empty: () => say('errorStreet') },
  city: { label: () => say('city'), empty: () => say('errorCity'), longest: 100 },
  state: { label: () => say('state'), empty: () => say('errorState'), shape: contactShapes.state },
  postal_code: { label: () => say('zip'), empty: () => say('errorZip'), shape: contactShapes.postal_code },
  phone: { label: () => say('phone'), empty: () => say('errorPhone'), shape: contactShapes.phone },
} as const satisfies Record<string, TextField>;
type FieldName = keyof typeof fields;

/** A question that the clinician answers if there is more than one answer. */
interface Choice {
  name: 'approval_method' | 'workflow_type';
  allowed: readonly string[];
  legend: string;
  /** The error when nothing is chosen. */
  empty: string;
}
const names = Object.keys(fields) as FieldName[];
const provider = names.slice(0, 6);
const contact = names.slice(6);

/** @fires dx-prepare - The answer, to be frozen as an order. */
export class ProviderFormElement extends BaseElement {
  static override styles = styles;
  static override properties = {
    requirements: { attribute: false },
    given: { attribute: false },
    clinician: { attribute: false },
    typed: { attribute: false },
    problems: { attribute: false },
    busy: { type: Boolean },
  };

  /** The requirements of the service; null when an existing order is changed. */
  requirements: ProviderForm | null = null;
  given: ProviderAnswer | null = null;
  /** What the partner knows of the clinician; an earlier answer for this order comes first. */
  clinician: KnownClinician | null = null;
  /** As of {@link Form}. */
  typed: Record<string, string> = {};
  problems: readonly FieldProblem[] | undefined = undefined;
  busy = false;
  readonly #dates = new OrderDates();
  #form = new Form(this, {});

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!this.hasUpdated) this.#form = this.#begin();
    if (changed.has('problems') && this.problems) this.#form.place(this.problems);
  }

  #begin(): Form {
    const { given, requirements, clinician } = this;
    const checks = checksOf(fields);
    checks.fax = (text) => tooLong(say('fax'), text, 40);
    const isOptional = requirements?.order_date_required === false;
    checks.order_date = (text) => (isOptional && text.trim() === '' ? null : this.#dates.check(text));
    for (const { name, allowed, empty } of this.#choices())
      if (allowed.length > 1) checks[name] = (value) => (value === '' ? empty : null);
    const known = {
      ...valuesOf(given?.physician ?? clinician),
      order_date: this.#dates.write(given?.order_date),
    };
    const form = new Form(this, checks, known, this.typed);
    form.opened = given !== null || !form.isValid(names);
    return form;
  }

  #choices(): Choice[] {
    const { allowed_approval_methods, allowed_workflow_types } = this.requirements ?? {};
    return [
      {
        name: 'approval_method',
        allowed: allowed_approval_methods ?? [],
        legend: say('approvalLegend'),
        empty: say('errorApproval'),
      },
      {
        name: 'workflow_type',
        allowed: allowed_workflow_types ?? [],
        legend: say('workflowLegend'),
        empty: say('errorWorkflow'),
      },
    ];
  }

  #submit(event: Event): void {
    event.preventDefault();
    if (this.busy || !this.#form.complete()) return;
    const value = (name: string) => this.#form.value(name).trim();
    const order_date = this.#dates.read(value('order_date'));
    const fax = value('fax');
    const chosen = (name: 'approval_method' | 'workflow_type') => {
      const found = value(name) || this.given?.[name];
      return found ? { [name]: found } : {};
    };
    const detail: ProviderAnswer = {
      physician: {
        full_name: value('full_name'),
        credentials: value('credentials'),
        npi: value('npi'),
        license_state: value('license_state'),
        license_number: value('license_number'),
        ordering_entity: value('ordering_entity'),
        contact: {
          type: value('contact_type'),
          address: {
            address_line_1: value('address_line_1'),
            city: value('city'),
            state: stateCode(value('state')) ?? '',
            postal_code: value('postal_code'),
          },
          phone: value('phone'),
          ...(fax ? { fax } : {}),
        },
      },
      ...(order_date ? { order_date } : {}),
      ...chosen('approval_method'),
      ...chosen('workflow_type'),
    };
    this.dispatchEvent(new CustomEvent('dx-prepare', { detail }));
  }

  #renderPerson() {
    const form = this.#form;
    form.opened ||= !form.isValid(names);
    if (!form.opened) {
      const value = (name: FieldName) => form.value(name);
      const lines = [
        { name: say('fullName'), value: `${value('full_name')}, ${value('credentials')}` },
        { name: say('npi'), value: value('npi') },
        { name: say('licenseNumber'), value: `${value('license_state')} ${value('license_number')}` },
        { name: say('entity'), value: value('ordering_entity') },
        {
          name: say('contactLegend'),
          value: html`<bdi>${[
            value('address_line_1'),
            say('cityLine', { city: value('city'), state: value('state'), zip: value('postal_code') }),
            value('phone'),
          ].join(', ')}</bdi>`,
        },
      ];
      return knownGroup('physician', say('providerLegend'), lines, () => void form.open('full_name'));
    }
    return html`<fieldset class="fields level">
        <legend class="legend">${say('providerLegend')}</legend>
        ${provider.map((name) => form.text(name, fields[name].label()))}
      </fieldset>
      <fieldset class="fields level">
        <legend class="legend">${say('contactLegend')}</legend>
        ${contact.map((name) => form.text(name, fields[name].label()))}
        ${form.text('fax', say('fax'), { optional: true })}
      </fieldset>`;
  }

  protected override render() {
    const form = this.#form;
    return html`<form class="groups" novalidate @submit=${this.#submit}>
      ${form.renderErrors()}
      ${this.#renderPerson()}
      <fieldset class="fields level">
        <legend class="legend">${say('orderLegend')}</legend>
        ${form.text('order_date', say('orderDate'), {
          hint: this.#dates.hint,
          optional: this.requirements?.order_date_required === false,
        })}
        ${this.#choices().map(({ name, allowed, legend }) =>
          allowed.length < 2
            ? nothing
            : radios({
                name,
                legend,
                options: allowed.map((value) => ({ value, label: choiceWords(value) })),
                chosen: form.value(name),
                error: form.errors.get(name),
                choose: (value) => form.set(name, value),
              }),
        )}
      </fieldset>
      <div class="actions">${submitButton(say('prepare'), this.busy, say('preparing'))}</div>
    </form>`;
  }
}

function valuesOf(known: KnownClinician | null): Record<string, string | undefined> {
  const { contact: reached = {}, ...person } = known ?? {};
  const { address, type, phone, fax } = reached;
  return { ...person, ...address, contact_type: type, phone, fax };
}

define('dx-physician-provider', ProviderFormElement);
