/** Draws values that fit a JSON schema, with those of earlier exchanges where their names fit: ids, versions, hashes. */
import { randomUUID } from 'node:crypto';
import { pick, type Random } from './hostile-shapes.ts';

/** A JSON schema, as the OpenAPI documents have it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  maxLength?: number;
}

/** How often a value of an earlier exchange is taken, if there is one. */
const known = 0.8;
/** How often a field that may be missing is there. */
const optional = 0.5;
/** Deeper, a value is null: a schema may refer to itself. */
const deepest = 8;
/** As many values of a name are kept. */
const keptOfName = 40;

const keyOf = (name: string): string => name.replaceAll(/[^a-z]/gi, '').toLowerCase();

/** The values of earlier exchanges, by the names of their fields. */
export class KnownValues {
  readonly #byName = new Map<string, unknown[]>();

  /** Takes in each field of a body, also of those within it. */
  add(body: unknown): void {
    if (Array.isArray(body)) for (const item of body) this.add(item);
    else if (typeof body === 'object' && body !== null)
      for (const [name, value] of Object.entries(body)) {
        this.add(value);
        const values = this.#byName.get(keyOf(name)) ?? [];
        if (value === null || values.includes(value)) continue;
        this.#byName.set(keyOf(name), [...values, value].slice(-keptOfName));
      }
  }

  /** @returns undefined if no exchange had the name */
  of(name: string, random: Random): unknown {
    const values = this.#byName.get(keyOf(name));
    return values && pick(random, values);
  }
}

const texts = [
  'a',
  'DEXA',
  '10002',
  '2026-12-01',
  '2026-12-01T09:00:00-06:00',
  'Ada Example',
  'x'.repeat(501),
  '',
];
const ofFormat: Record<string, () => string> = {
  uuid: randomUUID,
  date: () => '1979-04-12',
  'date-time': () => new Date().toISOString(),
  email: () => 'ada@clinic.example',
  uri: () => 'https://clinic.example/book',
};

/** Draws values for one document. */
export class DrawnValues {
  readonly #random: Random;
  readonly #schemas: Record<string, Schema>;
  readonly #known: KnownValues;

  /** @param schemas those that others refer to, by name */
  constructor(random: Random, schemas: Record<string, Schema>, knownValues: KnownValues) {
    this.#random = random;
    this.#schemas = schemas;
    this.#known = knownValues;
  }

  /** @param name of the field or parameter; '' for a body */
  draw(schema: Schema, name: string, depth = 0): unknown {
    const random = this.#random;
    const earlier = name !== '' && random() < known ? this.#known.of(name, random) : undefined;
    if (earlier !== undefined) return earlier;
    if (depth > deepest) return null;
    if (schema.$ref !== undefined)
      return this.draw(this.#schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, '', depth + 1);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(random, schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.draw(pick(random, choices), '', depth + 1);
    if (schema.allOf) {
      const all = schema.allOf.map((each) => this.draw(each, '', depth + 1));
      return Object.assign({}, ...all);
    }
    return this.#ofType(schema, depth);
  }

  #ofType(schema: Schema, depth: number): unknown {
    const random = this.#random;
    const type = Array.isArray(schema.type) ? pick(random, schema.type) : schema.type;
    switch (type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {})
            .filter(([name]) => schema.required?.includes(name) || random() < optional)
            .map(([name, each]) => [name, this.draw(each, name, depth + 1)]),
        );
      case 'array': {
        const length = Math.max(schema.minItems ?? 0, Math.floor(random() * 3));
        return Array.from({ length }, () => this.draw(schema.items ?? {}, '', depth + 1));
      }
      case 'integer':
      case 'number':
        return Math.round(
          (schema.minimum ?? 0) + random() * Math.min(100, (schema.maximum ?? 100) - (schema.minimum ?? 0)),
        );
      case 'boolean':
        return random() < 0.5;
      case 'null':
        return null;
      default:
        return ofFormat[schema.format ?? '']?.() ?? pick(random, texts).slice(0, schema.maxLength);
    }
  }
}
