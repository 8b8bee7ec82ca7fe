/** Writes the views and answers of the OpenAPI document as plain TypeScript types, for the package of the widget. */
import type { JsonSchema } from '../../server/contract/json-schema.ts';

type Schemas = Record<string, JsonSchema>;

const header = `/** What the client sends and receives. \`vitest run test/packages/views.test.ts -u\` writes this file. */
`;

/**
 * @param roots the names of schemas to export, with all that they refer to
 * @param steps the schema of the answer to each step
 */
export function typesOf(schemas: Schemas, roots: readonly string[], steps: Record<string, string>): string {
  const found = new Set<string>();
  const collect = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const [, next = ''] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g))
      collect(next);
  };
  for (const root of [...roots, ...Object.values(steps)]) collect(root);
  const types = [...found].map((name) => {
    const schema = schemas[name] ?? {};
    return schema.properties
      ? `export interface ${name} ${typeOf(schema)}\n`
      : `export type ${name} = ${typeOf(schema)};\n`;
  });
  const answers = Object.entries(steps).map(([step, name]) => `${step}: ${name};`);
  return [header, ...types, `/** By step. */\nexport interface Answers { ${answers.join('\n')} }\n`].join(
    '\n',
  );
}

function typeOf(schema: JsonSchema | boolean): string {
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
