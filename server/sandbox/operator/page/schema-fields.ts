/** The fields of a form from a JSON Schema, and the values that they have. */
import { html, nothing, type TemplateResult } from 'lit';
import type { JsonSchema } from '../../../contract/json-schema.ts';
import { sentence } from '../../../core/pages/page/page-part.ts';

/** A schema; `labels` are the texts of an enum's values. */
export type Schema = JsonSchema & { labels?: Record<string, string> };

/** A member of an object that has one field. */
export interface Member {
  /** Its name; in a union `name.part`. */
  path: string;
  schema: Schema;
  isNullable: boolean;
  isRequired: boolean;
}

/**
 * Lists the members of an object, and in place of a union those of its chosen variant.
 * @param kinds the chosen variant of each union, by the path of its `kind`. @default the first variant
 */
export function membersOf(schema: Schema, kinds: Record<string, string>, prefix = ''): Member[] {
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, member]) => {
    const path = prefix + name;
    const isRequired = schema.required?.includes(name) ?? false;
    const [inner = member, other] = (member.anyOf ?? []) as Schema[];
    const variants = member.oneOf as Schema[] | undefined;
    if (!variants) return { path, schema: inner, isNullable: other?.type === 'null', isRequired };
    const kindPath = `${path}.kind`;
    const labels = Object.fromEntries(variants.map((each) => [kindOf(each), each.title ?? kindOf(each)]));
    const variant = variants.find((each) => kindOf(each) === kinds[kindPath]) ?? variants[0] ?? {};
    const { kind: _, ...properties } = variant.properties ?? {};
    const title = sentence(name);
    return [
      { path: kindPath, schema: { title, labels }, isNullable: false, isRequired: true },
      ...membersOf({ ...variant, properties }, kinds, `${path}.`),
    ];
  });
}

const kindOf = (variant: Schema) => String((variant.properties?.kind as Schema | undefined)?.const);

/**
 * Draws the field of a member with its first value.
 * @param choices the values to choose from now, with their texts. @default those of the schema
 */
export function field(
  { path, schema, isRequired }: Member,
  value: unknown,
  choices?: Record<string, string>,
): TemplateResult {
  const label = schema.title ?? sentence(path.replace(/.*\./, ''));
  const options =
    choices ?? schema.labels ?? (schema.enum && Object.fromEntries(schema.enum.map((each) => [each, each])));
  if (options)
    return html`<label>${label}<select name=${path}>
      ${choices || isRequired || value !== undefined ? nothing : html`<option value=""></option>`}
      ${Object.entries(options).map(
        ([each, text]) => html`<option value=${each} .selected=${each === value}>${text}</option>`,
      )}
    </select></label>`;
  if (schema.type === 'boolean')
    return html`<label class="check"><input type="checkbox" name=${path} .checked=${value === true}>${label}</label>`;
  const examples = schema.examples as string[] | undefined;
  return html`<label>${label}<input
      name=${path}
      type=${isNumber(schema) ? 'number' : 'text'}
      step=${schema.type === 'integer' ? 1 : 'any'}
      min=${schema.minimum ?? nothing}
      list=${examples ? `${path}-examples` : nothing}
      spellcheck="false"
      autocomplete="off"
      ?required=${isRequired}
      .value=${textOf(value)}
    ></label>
    ${examples ? html`<datalist id="${path}-examples">${examples.map((each) => html`<option value=${each}></option>`)}</datalist>` : nothing}`;
}

const isNumber = ({ type }: Schema) => type === 'number' || type === 'integer';

/** A value as the text of its field: a list with commas, nothing for null, other objects as JSON. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

/**
 * Reads the value of a member from its field.
 * @returns undefined for an empty field whose value cannot be null
 * @throws SyntaxError if the field needs JSON and has none
 */
export function readField({ schema, isNullable }: Member, text: string | undefined): unknown {
  if (schema.type === 'boolean') return text !== undefined;
  if (schema.type === 'array')
    return (text ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean);
  if (!text) return isNullable ? null : undefined;
  if (isNumber(schema)) return Number(text);
  return schema.type === 'string' || schema.labels ? text : JSON.parse(text);
}
