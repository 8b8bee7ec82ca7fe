/** Finds what in a source breaks the architecture rules, one sentence each. */
import {
  besideTheModules,
  computedImports,
  forbiddenNames,
  layerOf,
  leasedWork,
  linesAtMost,
  moduleOf,
  modules,
  namesLeases,
  notInTheWidget,
  ownTimers,
  sharedWithPages,
  testTimers,
  waitingTests,
} from './modules.ts';
import type { Import, Source } from './sources.ts';

/**
 * Finds the exports of the server, the widget, the examples and `test/support` that another file uses and that have no
 * doc comment.
 * @returns each as the path of its file and its name
 */
export function undocumented(sources: readonly Source[]): string[] {
  const used = new Set(
    sources.flatMap(({ imports }) =>
      imports.flatMap(({ target, names }) => names.map((name) => `${target}: ${name}`)),
    ),
  );
  const found = new Set<string>();
  const documented = new Set<string>();
  for (const { path, exports } of sources) {
    if (path.startsWith('test/') && !path.startsWith('test/support/')) continue;
    for (const { name, isDocumented } of exports) {
      const key = `${path}: ${name}`;
      if (isDocumented) documented.add(key);
      else if (used.has(key) || used.has(`${path}: *`)) found.add(key);
    }
  }
  // Of several signatures of one function, one has the comment.
  return [...found].filter((key) => !documented.has(key));
}

/**
 * Finds the import cycles among `sources`.
 * @returns each cycle as the sorted paths of its files, sorted by the first one
 */
export function fileCycles(sources: readonly Source[]): string[][] {
  const targets = new Map(
    sources.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]),
  );
  const reachable = new Map([...targets.keys()].map((path) => [path, reachableFrom(path, targets)]));
  const cycles = new Map<string, string[]>();
  for (const [path, reached] of reachable) {
    if (!reached.has(path)) continue;
    const cycle = [...reached].filter((other) => reachable.get(other)?.has(path)).sort();
    cycles.set(cycle.join(), cycle);
  }
  return [...cycles.values()].sort(([one = ''], [other = '']) => one.localeCompare(other));
}

function reachableFrom(path: string, targets: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set<string>();
  const open = [...(targets.get(path) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next) || !targets.has(next)) continue;
    reached.add(next);
    open.push(...(targets.get(next) ?? []));
  }
  return reached;
}

/** What runs the whole server. */
const composers = ['server/run-server.ts', 'server/booking-server.ts'];

export function breaches(source: Source): string[] {
  const found = [
    ...ofTheFile(source),
    ...ofLeasedWork(source),
    ...ofTimers(source),
    ...ofWaits(source),
    ...ofStyles(source),
    ...source.imports.flatMap((one) => ofTheImport(source.path, one)),
  ];
  return found.map((breach) => `${source.path}: ${breach}`);
}

/** Leases and fences belong to the jobs. */
function ofLeasedWork({ path, text }: Source): string[] {
  const isLeasedWork = leasedWork.some((folder) => path.startsWith(folder));
  if (!path.startsWith('server/') || path.startsWith('server/sandbox/') || isLeasedWork) return [];
  const isNamed = namesLeases.some((each) => path.startsWith(each));
  return !isNamed && /lease_owner|where\('fence'/.test(text)
    ? [`has a lease of its own, as only ${leasedWork.join(' and ')} may`]
    : [];
}

/** The time of the server is its clock, which a test moves. Pages and the sandbox have their own. */
function ofTimers({ path, text }: Source): string[] {
  const isServer = path.startsWith('server/') && !path.startsWith('server/sandbox/');
  if (!isServer || isPage(path) || path in ownTimers) return [];
  const isTimed = /\bset(?:Timeout|Interval)\b|import [*\w].*'(?:node:)?timers/.test(text);
  return isTimed ? ['starts a timer, as only server/core/clock.ts may'] : [];
}

/** A test moves a clock or waits for a condition: a wait for a time is too short on a slow machine. */
function ofWaits({ path, text }: Source): string[] {
  const mayWait = path in testTimers || waitingTests.some((folder) => path.startsWith(folder));
  if (!isTest(path) || path === 'test/architecture.test.ts' || mayWait) return [];
  return /\b(?:setTimeout|waitForTimeout|sleep|delay)\(|\bsetTimeout as\b/.test(text)
    ? ['waits for a time, where it could move a clock or wait for a condition']
    : [];
}

/** A page in Arabic mirrors the widget: `margin-inline-start`, and no four values with another one on the left than on the right. */
function ofStyles({ path, text }: Source): string[] {
  if (!path.startsWith('widget/')) return [];
  const physical =
    /^ *(?:(?:margin|padding|border)-(?:left|right)\b|(?:left|right|float): |text-align: (?:left|right))/m;
  const sides = [...text.matchAll(/^ *(?:margin|padding|inset|border-\w+): \S+ (\S+) \S+ (\S+);$/gm)];
  const isLopsided = sides.some(([, right, left]) => right !== left);
  return isLopsided || physical.test(text)
    ? ['styles the left or the right, where it could name the start or the end']
    : [];
}

function ofTheFile({ path, text }: Source): string[] {
  const found: string[] = [];
  const lines = text.trimEnd().split('\n').length;
  if (lines > linesAtMost) found.push(`has ${lines} lines, more than ${linesAtMost}`);
  for (const part of path.split('/')) {
    const name = part.split('.')[0] ?? '';
    if (forbiddenNames.includes(name)) found.push(`is called ${name}, which says nothing`);
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) found.push(`is not in kebab-case: ${part}`);
  }
  const isProduct = path.startsWith('widget/') || path.startsWith('server/');
  if (isProduct && !moduleOf(path) && !besideTheModules.includes(path)) found.push('is in no module');
  return found;
}

function ofTheImport(path: string, one: Import): string[] {
  const { target } = one;
  if (target === null) return path in computedImports || isTest(path) ? [] : ['computes an import'];
  const found = [
    ...acrossFlows(path, target),
    ...ofTheSandbox(path, one, target),
    ...ofTheWidget(path, one, target),
    ...ofTestsAndExamples(path, target),
  ];
  const imports = `imports ${target}`;
  if (target === 'server/app.ts' && !composers.includes(path) && !isTest(path))
    return [`${imports}, the whole server`];
  return (found.length > 0 ? found : upwards(path, target)).map((breach) => `${imports}, ${breach}`);
}

function acrossFlows(path: string, target: string): string[] {
  const from = modules[moduleOf(path) ?? ''];
  const to = modules[moduleOf(target) ?? ''];
  if (to !== 'full_api' && to !== 'co_branded') return [];
  if (from === 'both') return ['which a module of both flows must not know'];
  return (from === 'full_api' || from === 'co_branded') && from !== to ? ['which is of the other flow'] : [];
}

function upwards(path: string, target: string): string[] {
  const from = layerOf(path);
  const to = layerOf(target);
  const isSame = moduleOf(path) !== null && moduleOf(path) === moduleOf(target);
  return from !== null && to !== null && !isSame && to >= from ? ['which lies in no layer below'] : [];
}

function ofTheSandbox(path: string, { typeOnly }: Import, target: string): string[] {
  const from = modules[moduleOf(path) ?? ''];
  const to = modules[moduleOf(target) ?? ''];
  const found: string[] = [];
  if (to === 'sandbox' && from !== 'sandbox' && !isTest(path) && !path.startsWith('examples/'))
    found.push('the sandbox');
  const isAllowed =
    target === 'server/core/required-node.ts' ||
    ['server/contract', 'server/core/pages'].includes(moduleOf(target) ?? '');
  if (from === 'sandbox' && isOurs(target) && to !== 'sandbox' && !isAllowed)
    found.push('where the sandbox may import only the contract, the files of pages and the check of Node');
  if (isPage(path) && !typeOnly && !isPage(target) && !/^lit(?:\/|$)/.test(target))
    found.push('as more than a type, which a page cannot load');
  return found;
}

function ofTheWidget(path: string, { typeOnly }: Import, target: string): string[] {
  const found: string[] = [];
  if (path.startsWith('server/') && target.startsWith('widget/')) found.push('of the widget');
  if (sharedWithPages.includes(path) && !typeOnly)
    found.push('as more than a type, in a file that the widget shares');
  if (!path.startsWith('widget/') || isBuildTool(path)) return found;
  if (target.startsWith('server/') && moduleOf(target) !== 'server/contract') found.push('of the server');
  if (target.startsWith('server/contract/') && !typeOnly && !sharedWithPages.includes(target))
    found.push('as more than a type');
  if (target.startsWith('node:') || notInTheWidget.includes(target))
    found.push('which has no place in a page');
  return found;
}

function ofTestsAndExamples(path: string, target: string): string[] {
  const found: string[] = [];
  if (!isTest(path) && isTest(target)) found.push('a test');
  if (path.endsWith('.test.ts') && target.startsWith('test/torture/'))
    found.push('where what both need belongs to test/support');
  if (/^(?:server|widget)\//.test(path) && target.startsWith('examples/')) found.push('an example');
  const example = /^examples\/[^/]+\//.exec(path)?.[0];
  const isOutside = example !== undefined && target.startsWith('examples/') && !target.startsWith(example);
  if (isOutside && !target.startsWith('examples/site/'))
    found.push('where an example may import only itself and examples/site/');
  return found;
}

/** They run under Node, not in a page. */
const isBuildTool = (path: string) => /^widget\/build\//.test(path);
/** A browser loads the modules of these pages as they are, with what all pages share and Lit. */
const isPage = (path: string) => /^server\/(?:sandbox\/\w+|operate\/admin|core\/pages)\/page\//.test(path);
const isTest = (path: string) => path.startsWith('test/');
const isOurs = (target: string) => /^(?:widget|server|examples|test)\//.test(target);
