/** A zod schema as the JSON Schema of the OpenAPI document, without what says nothing to a reader. */
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** `input` is what crosses the wire; `output` what a query's text stands for. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema: node }) => {
      // A format says the same in a word.
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
