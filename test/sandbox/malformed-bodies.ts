/** Request bodies with one thing wrong. */
import fc from 'fast-check';
import type { JsonSchema } from '../../server/contract/json-schema.ts';
import { exampleOf, type Place, placesIn } from './schema-example.ts';

export interface FlawedBody {
  flaw: string;
  body: string;
}

const longText = fc.integer({ min: 5_000, max: 60_000 }).map((length) => 'x'.repeat(length));
const deep = fc
  .integer({ min: 1_100, max: 20_000 })
  .chain((depth) => fc.constantFrom('[]', '{"a":}').map((pair) => nested(pair, depth)));

function nested(pair: string, depth: number): string {
  const [open = '', close = ''] = pair === '[]' ? ['[', ']'] : ['{"a":', '}'];
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

/** Texts that are not JSON or exceed the limits. */
export const badJson: fc.Arbitrary<string>[] = [
  fc.constantFrom(
    '{',
    '{"a":',
    '[1,',
    '"',
    'nul',
    '{"a":1}}',
    "{'a':1}",
    '{"a":1,}',
    '\uFEFF{}',
    'NaN',
    '\u0000',
  ),
  fc
    .string({ unit: 'binary', maxLength: 40 })
    .map((text) => `{${text}`)
    .filter((text) => !isJson(text)),
  fc
    .string({ maxLength: 40 })
    .map((text) => `{"a":"${text}`)
    .filter((text) => !isJson(text)),
  longText.map((text) => `{"first_name":"${text}"}`),
  deep,
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Bodies of the schema with one thing wrong. */
export function flawedBodies(schema: JsonSchema): fc.Arbitrary<FlawedBody>[] {
  const example = JSON.stringify(exampleOf(schema));
  const places = placesIn(schema);
  const required = places.filter((place) => place.required);
  const typed = places.filter((place) => wrongFor(place).length > 0);
  const closed = [{ path: [] as string[], schema }, ...places].filter(
    (place) => place.schema.additionalProperties === false,
  );
  const changed = (flaw: string, place: fc.Arbitrary<{ path: string[] }>, value: fc.Arbitrary<unknown>) =>
    fc.tuple(place, value).map(([{ path }, json]) => ({ flaw, body: withValue(example, path, json) }));
  const whole: fc.Arbitrary<FlawedBody>[] = [
    fc.constantFrom('[]', '"x"', '7', 'true', `[${example}]`).map((body) => ({ flaw: 'no object', body })),
    fc
      .tuple(
        fc.constantFrom(...closed),
        fc.constantFrom('nickname', '', 'constructor', 'a.b', 'x'.repeat(500)),
      )
      .map(([{ path }, name]) => ({ flaw: 'unknown field', body: withValue(example, [...path, name], 1) })),
  ];
  if (places.length === 0) return whole;
  return [
    ...whole,
    fc
      .constantFrom(...typed)
      .chain((place) => changed('wrong type', fc.constant(place), fc.constantFrom(...wrongFor(place)))),
    changed('long text', fc.constantFrom(...places), longText),
    ...(required.length > 0
      ? [changed('missing', fc.constantFrom(...required), fc.constant(undefined))]
      : []),
    fc.tuple(fc.constantFrom(...places), deep).map(([{ path }, text]) => ({
      flaw: 'deep',
      body: withValue(example, path, 'DEEP').replace('"DEEP"', text),
    })),
  ];
}

const wrongValues = [null, 7.5, true, 'x', [], {}, [[]], ['x', 1], { a: 1 }];

/** Values that no type of the schema allows. */
function wrongFor({ schema }: Place): unknown[] {
  const types = [
    schema.type,
    ...(schema.anyOf ?? []).map((one) => typeof one === 'object' && one.type),
  ].flat();
  const anything = types.every((type) => !type) && schema.enum === undefined && schema.const === undefined;
  if (anything) return [];
  return wrongValues.filter((value) => {
    if (value === null) return !types.includes('null');
    if (Array.isArray(value)) return !types.includes('array') || value.length !== 1;
    if (typeof value === 'object') return !types.includes('object');
    if (typeof value === 'number') return !types.includes('number');
    if (typeof value === 'string') return !types.includes('string') || isClosedText(schema);
    return !types.includes('boolean');
  });
}

const isClosedText = ({ enum: choices, const: only, format, pattern }: JsonSchema) =>
  choices !== undefined || only !== undefined || format !== undefined || pattern !== undefined;

function withValue(example: string, path: string[], value: unknown): string {
  const copy: unknown = JSON.parse(example);
  const holder = path.slice(0, -1).reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), copy);
  Reflect.set(Object(holder), path.at(-1) ?? '', value);
  return JSON.stringify(copy);
}
