/** Converts zod schemas to the JSON Schema of an OpenAPI document, without redundant keywords. */
import { z } from 'zod';

/** A JSON Schema of draft 2020-12. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Converts a zod schema to a JSON Schema.
 * @param io `input` for values on the wire, `output` for the parsed value of a query parameter. @default input
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override(context) {
      override(context);
      const { jsonSchema: node } = context;
      if (isEmpty(node.additionalProperties)) delete node.additionalProperties;
    },
  });
  return rest;
}

/**
 * Converts the schemas of values on the wire by their names. A schema that contains another one of them refers to it.
 * An object that may have any other members says so by `additionalProperties`.
 * @returns the members of `components.schemas`
 */
export function jsonSchemas(named: Record<string, z.ZodType>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', override, uri: referenceTo });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, ...rest }]) => [name, rest]),
  );
}

/** Writes the name of a schema as a document does: `JourneyView`. */
export const capitalize = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The reference to a member of `components.schemas`. */
export const referenceTo = (name: string) => `#/components/schemas/${name}`;

function override({ jsonSchema: node }: { jsonSchema: JsonSchema }): void {
  // The format implies the pattern.
  if (node.format !== undefined) delete node.pattern;
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  delete node.propertyNames;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
