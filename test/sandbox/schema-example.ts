/** Creates a value of a JSON Schema of the OpenAPI document: nearly valid, so that a fault in it is the only one. */
import type { JsonSchema } from '../../server/contract/json-schema.ts';

const byFormat: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'ada@partner.example',
  date: '1970-02-03',
  'date-time': '2027-01-04T09:00:00Z',
  ipv4: '203.0.113.7',
  uri: 'https://partner.example/',
};

/** A schema, or for a boolean schema one that accepts anything. */
export const asSchema = (schema: JsonSchema | boolean | undefined): JsonSchema =>
  typeof schema === 'object' ? schema : {};

export function exampleOf(schema: JsonSchema): unknown {
  const { const: only, enum: choices, anyOf, type } = schema;
  if (only !== undefined) return only;
  if (choices !== undefined) return choices[0];
  if (anyOf?.[0] !== undefined) return exampleOf(asSchema(anyOf[0]));
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, exampleOf(asSchema(inner))]),
      );
    case 'array': {
      const { items } = schema;
      return [exampleOf(asSchema(Array.isArray(items) ? items[0] : items))];
    }
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return exampleText(schema);
  }
}

function exampleText({ format = '', pattern = '' }: JsonSchema): string {
  const candidates = ['2027-01-04T09:00:00-05:00', '01/31/1970', 'a'.repeat(64), '1234567890', 'NY', 'Ada'];
  return byFormat[format] ?? candidates.find((text) => new RegExp(pattern).test(text)) ?? 'Ada';
}

export interface Place {
  /** Names from the root of the value. */
  path: string[];
  schema: JsonSchema;
  required: boolean;
}

/** Every property of an object, and those within. */
export function placesIn(schema: JsonSchema, path: string[] = []): Place[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const place = {
      path: [...path, name],
      schema: asSchema(inner),
      required: !!schema.required?.includes(name),
    };
    return [place, ...placesIn(place.schema, place.path)];
  });
}
