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
  timersBesideTheDatabase,
} from './modules.ts';
import type { Import, Source } from './sources.ts';

/** What runs the whole server. */
const composers = ['server/main.ts', 'server/booking-server.ts'];

export function breaches(source: Source): string[] {
  const found = [
    ...ofTheFile(source),
    ...ofLeasedWork(source),
    ...source.imports.flatMap((one) => ofTheImport(source.path, one)),
  ];
  return found.map((breach) => `${source.path}: ${breach}`);
}

/** Leases, fences and loops over the database belong to the jobs. */
function ofLeasedWork({ path, text, imports }: Source): string[] {
  if (!path.startsWith('server/') || path.startsWith('server/sandbox/') || path.startsWith(leasedWork))
    return [];
  const found: string[] = [];
  if (
    !namesLeases.some((each) => path.startsWith(each)) &&
    /lease_owner|lease_until|where\('fence'/.test(text)
  )
    found.push(`has a lease of its own, as only ${leasedWork} may`);
  const usesDatabase = imports.some(
    ({ target }) => target === 'kysely' || target === 'server/store/store.ts',
  );
  const isTimed = /setInterval\(|setTimeout\(|setTimeout as/.test(text);
  if (usesDatabase && isTimed && !(path in timersBesideTheDatabase))
    found.push(`uses the database by a timer, as only ${leasedWork} may`);
  return found;
}

function ofTheFile({ path, text }: Source): string[] {
  const found: string[] = [];
  const lines = text.trimEnd().split('\n').length;
  // The texts of a language are data in one place.
  const isTranslation = /^widget\/locales\/\w\w\//.test(path);
  if (lines > linesAtMost && !isTranslation) found.push(`has ${lines} lines, more than ${linesAtMost}`);
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
  const isAllowed = ['server/contract', 'server/pages'].includes(moduleOf(target) ?? '');
  if (from === 'sandbox' && isOurs(target) && to !== 'sandbox' && !isAllowed)
    found.push('where the sandbox may import only the contract and the files of pages');
  if (isPage(path) && !typeOnly && !isPage(target) && !/^lit(?:\/|$)/.test(target))
    found.push('as more than a type, which a page cannot load');
  return found;
}

function ofTheWidget(path: string, { typeOnly }: Import, target: string): string[] {
  const found: string[] = [];
  if (path.startsWith('server/') && target.startsWith('widget/')) found.push('of the widget');
  if (!path.startsWith('widget/') || isBuildTool(path)) return found;
  if (target.startsWith('server/') && moduleOf(target) !== 'server/contract') found.push('of the server');
  if (target.startsWith('server/contract/') && !typeOnly) found.push('as more than a type');
  if (target.startsWith('node:') || notInTheWidget.includes(target))
    found.push('which has no place in a page');
  return found;
}

function ofTestsAndExamples(path: string, target: string): string[] {
  const found: string[] = [];
  if (!isTest(path) && isTest(target)) found.push('a test');
  if (/^(?:server|widget)\//.test(path) && target.startsWith('examples/')) found.push('an example');
  const example = /^examples\/[^/]+\//.exec(path)?.[0];
  if (example !== undefined && target.startsWith('examples/') && !target.startsWith(example))
    found.push('where an example must stand alone');
  return found;
}

/** They run under Node, not in a page. */
const isBuildTool = (path: string) => /^widget\/(?:build\/|budgets|write-package|write-release)/.test(path);
/** A browser loads the modules of these pages as they are, beside Lit. */
const isPage = (path: string) => /^server\/(?:sandbox\/\w+|admin)\/page\//.test(path);
const isTest = (path: string) => path.startsWith('test/');
const isOurs = (target: string) => /^(?:widget|server|examples|test)\//.test(target);
