/** Converts zod schemas to the JSON Schema of the OpenAPI document, without redundant keywords. */
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
    override: ({ jsonSchema: node }) => {
      // The format implies the pattern.
      if (node.format !== undefined) delete node.pattern;
      if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
      delete node.propertyNames;
      if (isEmpty(node.additionalProperties)) delete node.additionalProperties;
    },
  });
  return rest;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
