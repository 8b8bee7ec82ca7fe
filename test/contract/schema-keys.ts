/** Compares the keys of a value with the names in a schema. */
import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from '../../server/contract/json-schema.ts';
import { asSchema } from '../sandbox/schema-example.ts';
import type { Json } from './wire-fixtures.ts';

/** The names of an object's members by the path of the object. An object whose members have no names is not listed. */
export function schemaKeys(schema: z.ZodType, root: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  collect(jsonSchema(schema), root, found);
  return found;
}

function collect(schema: JsonSchema, path: string, found: Map<string, Set<string>>): void {
  for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    collect(asSchema(choice), path, found);
  const { items } = schema;
  if (items !== undefined) collect(asSchema(Array.isArray(items) ? items[0] : items), `${path}[]`, found);
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length > 0)
    found.set(path, new Set([...(found.get(path) ?? []), ...properties.map(([name]) => name)]));
  for (const [name, inner] of properties) collect(asSchema(inner), `${path}.${name}`, found);
}

/** The keys of a value by the path of each object, without the open paths. */
export function valueKeys(value: Json, path: string, open: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const visit = (inner: Json, at: string): void => {
    if (open.includes(at)) return;
    if (Array.isArray(inner)) for (const item of inner) visit(item, `${at}[]`);
    else if (typeof inner === 'object' && inner !== null) {
      const keys = Object.keys(inner).filter((key) => !open.includes(`${at}.${key}`));
      found.set(at, new Set([...(found.get(at) ?? []), ...keys]));
      for (const [key, each] of Object.entries(inner)) visit(each, `${at}.${key}`);
    }
  };
  visit(value, path);
  return found;
}
