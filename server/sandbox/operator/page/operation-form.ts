/** `<operation-form>`: a form for a route of the control plane, drawn from the route's schema. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announce } from '../../../core/pages/page/message-line.ts';
import { onSubmit, PagePart } from '../../../core/pages/page/page-part.ts';
import type { Operation } from '../../control/control-plane.ts';
import { change } from './control.ts';
import { field, type Member, membersOf, readField } from './schema-fields.ts';

/** The subject of a form. */
export interface Action {
  /** Of the path. */
  params?: Record<string, string>;
  /** Members that are sent as they are, and have no field. */
  fixed?: Record<string, unknown>;
  /** The current values of the members: only changed ones are sent. */
  values?: Record<string, unknown>;
  /** The choices for a member now, with their texts. A member with nothing to choose has no field. */
  choices?: Record<string, Record<string, string>>;
  /** Accessible name of the button. @default the label of the route */
  name?: string;
}

/** The usual next steps, as primary buttons. */
const usual = ['confirmed', 'results_in_progress', 'results_ready', 'completed', 'accepted', 'available'];

class OperationForm extends PagePart {
  static override properties = { operation: { attribute: false }, action: { attribute: false } };

  declare operation: Operation;
  declare action: Action;
  /** The chosen variants of unions. */
  #kinds: Record<string, string> = {};

  protected override render(): TemplateResult {
    const { fixed = {}, choices = {}, name } = this.action;
    const members = this.#members().filter(
      ({ path }) => !(path in fixed) && Object.keys(choices[path] ?? { any: '' }).length > 0,
    );
    const verb = members.find(isVerb);
    // Boxes come last, so that they do not stand between the columns of fields.
    const fields = members
      .filter((member) => member !== verb)
      .toSorted((one, other) => Number(isBox(one)) - Number(isBox(other)));
    const main = fields.filter((member) => this.#isMain(member));
    const more = fields.filter((member) => !main.includes(member));
    const { label } = this.operation;
    return html`<form
      class="fields"
      aria-label=${fields.length > 0 ? label : nothing}
      @change=${this.#onChange}
      @submit=${onSubmit((texts) => void this.#send(texts))}
    >
      ${main.map((member) => this.#field(member))}
      ${verb ? this.#verbs(verb) : html`<button aria-label=${name ?? nothing}>${label}</button>`}
      ${
        more.length > 0
          ? html`<details><summary>More fields</summary><div class="fields">${more.map((member) => this.#field(member))}</div></details>`
          : nothing
      }
    </form>`;
  }

  #members(): Member[] {
    return membersOf(this.operation.body ?? {}, this.#kinds);
  }

  #isMain({ path, isRequired }: Member): boolean {
    const { values = {}, choices = {} } = this.action;
    return isRequired || path in values || path in choices;
  }

  #field(member: Member): TemplateResult {
    const { values = {}, choices = {} } = this.action;
    const { path, schema } = member;
    return field(member, path in values ? values[path] : schema.default, choices[path]);
  }

  /** A button for each value that is possible now. */
  #verbs({ path, schema: { labels = {} } }: Member): TemplateResult {
    const possible = this.action.choices?.[path] ?? labels;
    const values = Object.keys(labels).filter((value) => value in possible);
    // By value, so that the focus does not stay on a button that has become another one.
    return html`<div class="actions">${repeat(
      values,
      (value) => value,
      (value) =>
        html`<button name=${path} value=${value} class=${usual.includes(value) ? 'primary' : nothing}>${labels[value]}</button>`,
    )}</div>`;
  }

  #onChange({ target }: Event): void {
    if (!(target instanceof HTMLSelectElement)) return;
    this.#kinds[target.name] = target.value;
    this.requestUpdate();
  }

  async #send(texts: Record<string, string>): Promise<void> {
    const { method, path, label, body } = this.operation;
    const { params = {}, fixed } = this.action;
    if (!body && Object.keys(params).length === 0 && !window.confirm(`${label}?`)) return;
    const to = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    const verb = this.#members().find(isVerb);
    const done = verb?.schema.labels?.[texts[verb.path] ?? ''] ?? label;
    try {
      const read = this.#read(texts);
      await change(`${done}: done.`, method, to, body ? { ...read, ...fixed } : undefined);
    } catch {
      announce(`${label}: a field is not JSON.`, true);
    }
  }

  /** @throws SyntaxError if a field needs JSON and has none */
  #read(texts: Record<string, string>): Record<string, unknown> {
    const { values = {} } = this.action;
    const read: Record<string, unknown> = {};
    for (const member of this.#members()) {
      const { path } = member;
      const value = readField(member, texts[path]);
      const [name = path, part] = path.split('.');
      const isKept = path in values && JSON.stringify(value) === JSON.stringify(values[path]);
      if (value === undefined || isKept) continue;
      read[name] = part ? { ...Object(read[name]), [part]: value } : value;
    }
    return read;
  }
}

/** Whether each value of the member has a button of its own. */
const isVerb = ({ path, schema }: Member) => schema.labels !== undefined && !path.includes('.');

const isBox = ({ schema }: Member) => schema.type === 'boolean';

customElements.define('operation-form', OperationForm);
