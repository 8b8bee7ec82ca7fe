/** The architecture rules: who imports whom, what a file is called and how long it is. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { breaches, fileCycles, undocumented } from './architecture/breaches.ts';
import { besideTheModules, layers, linesAtMost, modules } from './architecture/modules.ts';
import { readSources, source } from './architecture/sources.ts';

const sources = await readSources(fileURLToPath(new URL('..', import.meta.url)));

it('finds no breach in the project', () => {
  expect(sources.flatMap(breaches)).toEqual([]);
});

it('finds no file cycle in the project', () => {
  expect(fileCycles(sources)).toEqual([]);
});

it('finds a cycle through other files and type-only imports, and nothing else', () => {
  const files = [
    source('server/api/http/a.ts', `import { b } from './b.ts';`),
    source('server/api/http/b.ts', `export * from './c.ts';`),
    source('server/api/http/c.ts', `import type { A } from './a.ts';`),
    source('server/api/http/d.ts', `import { a } from './a.ts';`),
  ];
  expect(fileCycles(files)).toEqual([
    ['server/api/http/a.ts', 'server/api/http/b.ts', 'server/api/http/c.ts'],
  ]);
});

it('finds a doc comment above every export that another file uses', () => {
  expect(undocumented(sources)).toEqual([]);
});

it('finds exports without a doc comment if another file uses them', () => {
  const used = source(
    'server/api/http/a.ts',
    [
      '/** The file. */',
      '',
      'export const bare = 1;',
      '/** Says what it is. */',
      'export interface Described {}',
      '/* Not for readers. */',
      'export function hidden() {}',
      'export type Own = 1;',
    ].join('\n'),
  );
  const uses = source(
    'widget/ui/b.ts',
    `import { bare, hidden, type Described } from '../../server/api/http/a.ts';`,
  );
  expect(undocumented([used, uses])).toEqual(['server/api/http/a.ts: bare', 'server/api/http/a.ts: hidden']);
  const schemas = source(
    'server/contract/c.ts',
    [
      '',
      '/** A shape. */',
      'const shape = z.string();',
      'export type Shape = z.infer<typeof shape>;',
      'const other = z.string();',
      'export type Other = z.infer<typeof other>;',
      'export type Foreign = z.infer<typeof ours>;',
    ].join('\n'),
  );
  const usesTypes = source(
    'widget/ui/d.ts',
    `import type { Shape, Other, Foreign } from '../../server/contract/c.ts';`,
  );
  expect(undocumented([schemas, usesTypes])).toEqual([
    'server/contract/c.ts: Other',
    'server/contract/c.ts: Foreign',
  ]);
  const usesAll = source('test/api/http/a.test.ts', `import * as a from '../../../server/api/http/a.ts';`);
  expect(undocumented([used, usesAll])).toHaveLength(3);
});

it('reads the sources of the modules', () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(100);
  const exists = (name: string) => sources.some(({ path }) => path === name || path.startsWith(`${name}/`));
  expect([...Object.keys(modules), ...besideTheModules].filter((name) => !exists(name))).toEqual([]);
});

it('gives every module of the server one layer', () => {
  const ofServer = [...Object.keys(modules), ...besideTheModules].filter((name) =>
    name.startsWith('server/'),
  );
  expect(layers.flat().sort()).toEqual(ofServer.filter((name) => name !== 'server/sandbox').sort());
});

const refused: [what: string, path: string, text: string][] = [
  [
    'the journey taking from the handoff',
    'server/booking/journey/a.ts',
    `import { b } from '../../handoff/b.ts';`,
  ],
  [
    'the handoff taking from the journey',
    'server/handoff/a.ts',
    `import { b } from '../booking/journey/b.ts';`,
  ],
  ['a type of the other flow', 'widget/journey/a.ts', `import type { B } from '../handoff/b.ts';`],
  ['a type of the other flow, named in place', 'widget/handoff/a.ts', `let b: import('../journey/b.ts').B;`],
  ['the other flow, fetched later', 'widget/journey/a.ts', `const b = await import('../handoff/b.ts');`],
  ['the other flow, handed on', 'server/booking/physician/a.ts', `export { b } from '../../handoff/b.ts';`],
  ['all of the other flow, handed on', 'server/handoff/a.ts', `export * from '../booking/physician/b.ts';`],
  [
    'a module of both flows knowing one',
    'server/upstream/a.ts',
    `import { b } from '../booking/journey/b.ts';`,
  ],
  ['the controls knowing the booking', 'widget/ui/a.ts', `import '../journey/b.ts';`],
  ['the server taking from the sandbox', 'server/upstream/a.ts', `import { b } from '../sandbox/b.ts';`],
  ['the sandbox taking from our client', 'server/sandbox/a.ts', `import { b } from '../upstream/b.ts';`],
  [
    'a page of the sandbox loading the sandbox',
    'server/sandbox/operator/page/a.ts',
    `import { b } from '../../settings.ts';`,
  ],
  [
    'a page of the sandbox loading a package',
    'server/sandbox/operator/page/a.ts',
    `import { z } from 'zod';`,
  ],
  [
    'the conformance suite taking the contract',
    'server/operate/conformance/a.ts',
    `import { b } from '../../contract/upstream-api/b.ts';`,
  ],
  [
    'the conformance suite taking from the sandbox',
    'server/operate/conformance/a.ts',
    `import { b } from '../../sandbox/settings.ts';`,
  ],
  ['the sandbox taking our errors', 'server/sandbox/v1/a.ts', `import { b } from '../../core/errors.ts';`],
  [
    'a schema in the widget',
    'widget/journey/a.ts',
    `import { profile } from '../../server/contract/journey-api/answers.ts';`,
  ],
  [
    'a schema beside a type in the widget',
    'widget/journey/a.ts',
    `import { type Profile, profile } from '../../server/contract/journey-api/answers.ts';`,
  ],
  ['the server in the widget', 'widget/ui/a.ts', `import type { Config } from '../../server/config.ts';`],
  ['zod in the widget', 'widget/ui/a.ts', `import { z } from 'zod';`],
  ['the widget in the server', 'server/api/http/a.ts', `import type { B } from '../../../widget/ui/b.ts';`],
  [
    'a test that takes from the fault tests',
    'test/handoff/a.test.ts',
    `import { b } from '../torture/b.ts';`,
  ],
  ['a test in the server', 'server/api/http/a.ts', `import { b } from '../../../test/api/http/b.ts';`],
  [
    'an example in the server',
    'server/api/http/a.ts',
    `import { b } from '../../../examples/full-api/hooks.ts';`,
  ],
  ['an example in another', 'examples/co-branded/a.ts', `import { b } from '../full-api/bills.ts';`],
  ['an example in what both share', 'examples/site/a.ts', `import { b } from '../full-api/bills.ts';`],
  [
    'what starts the examples in one',
    'examples/co-branded/a.ts',
    `import { b } from '../server/core/free-port.ts';`,
  ],
  [
    'a module that knows the whole server',
    'server/api/http/a.ts',
    `import { createApp } from '../../app.ts';`,
  ],
  ['an import that is computed', 'widget/journey/a.ts', 'const b = await import(name);'],
  ['a folder that is no module', 'server/gadgets/a.ts', ''],
  ['a file beside the modules that is not known', 'server/extra.ts', ''],
  ['a name that says nothing', 'server/api/http/utils.ts', ''],
  ['a folder that says nothing', 'server/api/http/helpers/a.ts', ''],
  ['a barrel', 'widget/ui/index.ts', ''],
  ['a name in camelCase', 'server/api/http/clientAddress.ts', ''],
  ['a file without end', 'server/api/http/a.ts', 'let a;\n'.repeat(linesAtMost + 1)],
  ['a timer', 'server/booking/evidence/a.ts', 'setInterval(() => {}, 500);'],
  [
    'a timer by another name',
    'server/booking/evidence/a.ts',
    `import { setTimeout as sleep } from 'node:timers/promises';`,
  ],
  ['a timer of a command', 'server/operate/cli/a.ts', 'setTimeout(() => {}, 500);'],
  ['all timers', 'server/booking/evidence/a.ts', `import timers from 'node:timers/promises';`],
  ['a style of the left', 'widget/ui/a.ts', 'css`\n  margin-left: 4px;\n`'],
  ['another value on the left', 'widget/ui/a.ts', 'css`\n  margin: 0 4px 0 8px;\n`'],
  [
    'a test that waits for a time',
    'test/booking/a.test.ts',
    'await new Promise((done) => setTimeout(done, 100));',
  ],
  ['a test that sleeps', 'test/widget/a.browser.test.ts', 'await sleep(100);'],
  ['a test in a browser that sleeps', 'test/e2e/a.test.ts', 'await page.waitForTimeout(100);'],
  [
    'a test that imports a wait',
    'test/booking/a.test.ts',
    `import { setTimeout as pause } from 'node:timers/promises';`,
  ],
  ['a lease of its own', 'server/booking/evidence/a.ts', `const taken = { lease_owner: 5 };`],
  ['a fence of its own', 'server/booking/evidence/a.ts', `rows.where('fence', '=', 1);`],
  ['a layer above', 'server/core/observability/a.ts', `import { b } from '../store/b.ts';`],
  ['a type of a layer above', 'server/core/store/a.ts', `import type { B } from '../../api/http/b.ts';`],
  ['a module of the same layer', 'server/booking/journey/a.ts', `import { b } from '../webhooks/b.ts';`],
  [
    'a module of the same layer, the other way',
    'server/booking/webhooks/a.ts',
    `import { b } from '../physician/b.ts';`,
  ],
  [
    'a package in a file that the widget shares',
    'server/contract/contact-ways.ts',
    `import { z } from 'zod';`,
  ],
];

it.each(refused)('refuses %s', (_, path, text) => {
  expect(breaches(source(path, text))).toHaveLength(1);
});

const taken: [what: string, path: string, text: string][] = [
  ['a module of both flows', 'server/booking/journey/a.ts', `import { b } from '../../upstream/b.ts';`],
  [
    'a contract type in the widget',
    'widget/journey/a.ts',
    `import type { V } from '../../server/contract/journey-api/views.ts';`,
  ],
  [
    'a function of the contract that both sides use',
    'widget/ui/a.ts',
    `import { contactWays } from '../../server/contract/contact-ways.ts';`,
  ],
  [
    'the contract in the sandbox',
    'server/sandbox/v1/a.ts',
    `import { b } from '../../contract/upstream-api/b.ts';`,
  ],
  [
    'a type of the sandbox in its page',
    'server/sandbox/operator/page/a.ts',
    `import type { B } from '../../settings.ts';`,
  ],
  [
    'Lit in a page',
    'server/sandbox/operator/page/a.ts',
    `import { repeat } from 'lit/directives/repeat.js';`,
  ],
  ['the sandbox in a test', 'test/sandbox/a.test.ts', `import { b } from '../../server/sandbox/sandbox.ts';`],
  ['a file of its own in an example', 'examples/co-branded/a.ts', `import { b } from './orders.ts';`],
  ['what both share in an example', 'examples/co-branded/a.ts', `import { b } from '../site/form.ts';`],
  ['the sandbox in an example', 'examples/a.ts', `import { b } from '../server/sandbox/sandbox.ts';`],
  [
    'the next turn of the event loop',
    'server/booking/evidence/a.ts',
    `import { setImmediate as nextTurn } from 'node:timers/promises';`,
  ],
  [
    'a test that waits for the next turn',
    'test/booking/a.test.ts',
    `import { setImmediate as nextTurn } from 'node:timers/promises';`,
  ],
  ['a wait for a condition', 'test/support/a.ts', 'await sleep(5);'],
  ['a mention in a comment', 'server/booking/journey/a.ts', `// see import('../../handoff/b.ts')`],
];

it.each(taken)('accepts %s', (_, path, text) => {
  expect(breaches(source(path, text))).toEqual([]);
});
