/** Writes JSON schemas as TypeScript. */
import type { JsonSchema } from '../../server/contract/json-schema.ts';

/** Declares a type of this name. */
export const declarationOf = (name: string, schema: JsonSchema): string =>
  schema.properties
    ? `export interface ${name} ${typeOf(schema)}\n`
    : `export type ${name} = ${typeOf(schema)};\n`;

/** The type of a value that fits a schema. A reference is the name of its type. */
export function typeOf(schema: JsonSchema | boolean): string {
  if (typeof schema === 'boolean') return 'unknown';
  const { $ref, const: value, enum: values, anyOf, oneOf, type } = schema;
  if ($ref !== undefined) return $ref.replace(/.*\//, '');
  if (value !== undefined) return JSON.stringify(value);
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' | ');
  const union = anyOf ?? oneOf;
  if (union !== undefined) return union.map(typeOf).join(' | ');
  if (Array.isArray(type))
    return type.map((one) => typeOf({ ...schema, type: one } as JsonSchema)).join(' | ');
  switch (type) {
    case 'array':
      return `(${typeOf(schema.items as JsonSchema)})[]`;
    case 'integer':
      return 'number';
    case 'object':
      return objectOf(schema);
    default:
      return type ?? 'unknown';
  }
}

function objectOf({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (properties === undefined)
    return `Record<string, ${additionalProperties ? typeOf(additionalProperties as JsonSchema) : 'unknown'}>`;
  const members = Object.entries(properties).map(([name, schema]) => {
    const text = typeof schema === 'object' ? schema.description : undefined;
    const comment = text ? `/** ${text} */\n` : '';
    const isRequired = required.includes(name);
    return `${comment}${name}${isRequired ? '' : '?'}: ${typeOf(schema)}${isRequired ? '' : ' | undefined'};`;
  });
  return `{\n${members.join('\n')}\n}`;
}
