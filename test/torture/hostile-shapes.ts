/** The parts of hostile requests: ids, values and bodies. */
export type Random = () => number;

export const pick = <T>(random: Random, deck: readonly T[]): T =>
  deck[Math.floor(random() * deck.length)] as T;

/** Used as an id or as a step's name. */
export const ids: readonly string[] = [
  '00000000-0000-4000-8000-000000000000',
  '__proto__',
  'constructor',
  'toString',
  '%00',
  "'%20or%201=1--",
  '..',
  '%2e%2e%2f%2e%2e%2fpackage.json',
  '..%5c..%5cpackage.json',
  '%',
  '%zz',
  '%ff%fe',
  '%c0%af',
  '%E2%80%AE',
  '\xe9',
  'a'.repeat(3000),
  '..;/',
  ';a=b',
  '%0d%0aX-Injected:%201',
  '-1',
  'NaN',
  '[object%20Object]',
];

const strings: readonly string[] = [
  '',
  '\0',
  'a\u0000b',
  '\u{1F9EA}'.repeat(50),
  '\u202e',
  '<script>alert(1)</script>',
  "'; drop table journeys; --",
  '__proto__',
  '2026-02-30',
  '9999-99-99T99:99:99Z',
  'https://evil.example/',
  'javascript:alert(1)',
  'x'.repeat(10_000),
  ' ',
  '1e400',
];
export const values = (random: Random): string => pick(random, strings);

/** Draws JSON of small depth, with hostile leaves and keys. */
function anything(random: Random, depth: number): unknown {
  const kind = random();
  if (depth === 0 || kind < 0.4)
    return pick<unknown>(random, [
      null,
      true,
      0,
      -1,
      1e308,
      Number.MAX_SAFE_INTEGER,
      values(random),
      values(random),
    ]);
  if (kind < 0.55) return Array.from({ length: Math.floor(random() * 4) }, () => anything(random, depth - 1));
  const keys = [
    '__proto__',
    'constructor',
    'id',
    'data',
    'object',
    'search',
    'choose',
    'primary',
    'alternates',
    'accept',
    'step',
    'decisions',
    'answers',
    'fields',
    'type',
    '',
    'toString',
  ];
  // As text, because an object would take `__proto__` for its prototype.
  const members = Array.from({ length: Math.floor(random() * 5) }, () => [
    pick(random, keys),
    anything(random, depth - 1),
  ]);
  return Object.fromEntries(members);
}

/** The page's own body with one fault. */
const nearly: readonly ((random: Random) => unknown)[] = [
  (random) => ({ search: { test_types: [values(random)], near: { zip: values(random) } } }),
  (random) => ({ search: { test_types: ['DEXA'], near: { zip: pick(random, ['99999', '1000²', '-1']) } } }),
  (random) => ({ choose: { catalog_id: values(random), offering_id: values(random) } }),
  (random) => ({ primary: values(random), alternates: [values(random), values(random)] }),
  (random) => ({ return_url: values(random) }),
  (random) => ({ step: values(random) }),
  (random) => ({ accept: anything(random, 1) }),
  (random) => ({
    content_hash: values(random),
    decisions: { [values(random)]: true },
    typed_name: values(random),
    attestation: true,
  }),
  (random) => ({
    questionnaire_definition_id: values(random),
    content_hash: '',
    answers: anything(random, 2),
    acknowledgements: {},
  }),
  (random) => ({
    first_name: values(random),
    last_name: values(random),
    email: values(random),
    phone: values(random),
    date_of_birth: values(random),
    sex: 'female',
    address: anything(random, 2),
  }),
  (random) => ({
    id: values(random),
    type: values(random),
    payload_version: anything(random, 1),
    data: { object: { appointment_id: values(random), evidence_id: anything(random, 1) } },
  }),
  (random) => ({
    id: `event-${random()}`,
    type: 'appointment.confirmed',
    data: { object: { appointment_id: pick(random, ['__proto__', 'constructor', 'none']) } },
  }),
];

/** Draws a body: JSON that is nearly valid, any JSON, or none. */
export function bodies(random: Random): Buffer {
  const kind = random();
  if (kind < 0.45) return Buffer.from(JSON.stringify(pick(random, nearly)(random)));
  if (kind < 0.7) return Buffer.from(JSON.stringify(anything(random, 4)));
  return pick(random, broken)(random);
}

const broken: readonly ((random: Random) => Buffer)[] = [
  () => Buffer.alloc(0),
  () => Buffer.from('{"search": '),
  () => Buffer.from('{"__proto__":{"role":"physician"},"constructor":{"prototype":{"x":1}}}'),
  () => Buffer.from(`${'['.repeat(30_000)}${']'.repeat(30_000)}`),
  () => Buffer.from(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  () => Buffer.from(JSON.stringify({ search: 'x'.repeat(70_000) })),
  () => Buffer.alloc(300_000, 'a'),
  () => Buffer.from('\ufeff{}'),
  () => Buffer.from('{}', 'utf16le'),
  () => Buffer.from('7b22ff22fe3a317d', 'hex'),
  () => Buffer.from('"\\ud800"'),
  () => Buffer.from('1e99999'),
  () => Buffer.from('{"a":1,"a":2}'),
  () => Buffer.from([0, 0, 0, 0]),
  () => Buffer.from('%PDF-1.7\nno more'),
  () => Buffer.from(`${'9'.repeat(60_000)}`),
];
