/** Finds what in a source breaks the architecture rules, one sentence each. */
import {
  besideTheRooms,
  computedImports,
  forbiddenNames,
  leasedWork,
  linesAtMost,
  namesLeases,
  notInTheWidget,
  putsRoomsTogether,
  roomOf,
  rooms,
  roomsAtMost,
  timersBesideTheDatabase,
} from './modules.ts';
import type { Import, Source } from './sources.ts';

export function breaches(source: Source): string[] {
  const found = [
    ...ofTheFile(source),
    ...ofLeasedWork(source),
    ...source.imports.flatMap((one) => ofTheImport(source.path, one)),
  ];
  const known = new Set(
    source.imports.map(({ target }) => roomOf(target ?? '')).filter(isNeighbour(source.path)),
  );
  if (source.path.startsWith('server/') && source.path !== putsRoomsTogether && known.size > roomsAtMost) {
    found.push(`takes from ${known.size} rooms, as ${putsRoomsTogether} alone may`);
  }
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
    found.push(`has a lease of its own, as ${leasedWork} alone may`);
  const usesDatabase = imports.some(
    ({ target }) => target === 'kysely' || target === 'server/store/store.ts',
  );
  const isTimed = /setInterval\(|setTimeout\(|setTimeout as/.test(text);
  if (usesDatabase && isTimed && !(path in timersBesideTheDatabase))
    found.push(`uses the database by a timer, as ${leasedWork} alone may`);
  return found;
}

/** Other rooms, the contract aside: that one is everybody's. */
function isNeighbour(path: string) {
  return (room: string | null): room is string =>
    room !== null && room !== 'server/contract' && room !== roomOf(path);
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
  const inHouse = path.startsWith('widget/') || path.startsWith('server/');
  if (inHouse && !roomOf(path) && !besideTheRooms.includes(path)) found.push('stands in no room');
  return found;
}

function ofTheImport(path: string, { target, typeOnly }: Import): string[] {
  if (target === null) return path in computedImports || isTest(path) ? [] : ['imports what it computes'];
  const found: string[] = [];
  const from = rooms[roomOf(path) ?? ''];
  const to = rooms[roomOf(target) ?? ''];
  const takes = `imports ${target}`;

  if ((from === 'A' && to === 'B') || (from === 'B' && to === 'A'))
    found.push(`${takes}, which is of the other flow`);
  if (from === 'neutral' && (to === 'A' || to === 'B'))
    found.push(`${takes}, which a room of both flows must not know`);
  if (to === 'X' && from !== 'X' && !isTest(path) && !path.startsWith('examples/'))
    found.push(`${takes}, the sandbox`);
  if (from === 'X' && isOurs(target) && to !== 'X' && roomOf(target) !== 'server/contract') {
    found.push(`${takes}, where the sandbox may take from the contract alone`);
  }
  if (isPage(path) && !typeOnly && !isPage(target) && !/^lit(?:\/|$)/.test(target))
    found.push(`${takes} as more than a type, which a page cannot load`);
  if (path.startsWith('widget/') && path !== 'widget/budgets.ts') {
    if (target.startsWith('server/') && roomOf(target) !== 'server/contract')
      found.push(`${takes}, of the server`);
    if (target.startsWith('server/contract/') && !typeOnly) found.push(`${takes} as more than a type`);
    if (target.startsWith('node:') || notInTheWidget.includes(target))
      found.push(`${takes}, which has no place in a page`);
  }
  if (path.startsWith('server/') && target.startsWith('widget/')) found.push(`${takes}, of the widget`);
  if (!isTest(path) && isTest(target)) found.push(`${takes}, a test`);
  if (/^(?:server|widget)\//.test(path) && target.startsWith('examples/')) found.push(`${takes}, an example`);
  const example = /^examples\/[^/]+\//.exec(path)?.[0];
  if (example !== undefined && target.startsWith('examples/') && !target.startsWith(example))
    found.push(`${takes}, where an example must stand alone`);
  if (target === 'server/app.ts' && path !== 'server/main.ts' && !isTest(path))
    found.push(`${takes}, the whole server`);
  return found;
}

/** A browser loads the modules of the sandbox's pages as they are, beside Lit. */
const isPage = (path: string) => /^server\/sandbox\/\w+\/page\//.test(path);
const isTest = (path: string) => path.startsWith('test/');
const isOurs = (target: string) => /^(?:widget|server|examples|test)\//.test(target);
