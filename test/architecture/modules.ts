/** The rooms of the house as data: which belongs to which flow, and what a room may take from which. */

/**
 * `A` is the journey on the partner's own pages, `B` the co-branded one, `X` the sandbox; `neutral` rooms serve both
 * flows and know neither. The key is a folder.
 */
export const rooms: Record<string, 'A' | 'B' | 'X' | 'neutral'> = {
  'widget/journey': 'A',
  'widget/appointments': 'neutral',
  'widget/physician': 'A',
  'widget/handoff': 'B',
  'widget/core': 'neutral',
  'widget/session': 'neutral',
  'widget/ui': 'neutral',
  'server/contract': 'neutral',
  'server/config': 'neutral',
  'server/observability': 'neutral',
  'server/tokens': 'neutral',
  'server/upstream': 'neutral',
  'server/jobs': 'neutral',
  'server/evidence': 'neutral',
  'server/store': 'neutral',
  'server/webhooks': 'neutral',
  'server/http': 'neutral',
  'server/cli': 'neutral',
  'server/journey': 'A',
  'server/appointments': 'neutral',
  'server/physician': 'A',
  'server/handoff': 'B',
  'server/sandbox': 'X',
};

/** Where leased work lies: leases, fences and polling are in no other module. */
export const leasedWork = 'server/jobs/';
/** Beside it, the files that name the columns of leases. */
export const namesLeases = ['server/store/tables.ts', 'server/store/migrations/'];
/** Files that use the database and a timer, and do not poll with it. */
export const timersBesideTheDatabase: Record<string, string> = {
  'server/store/sqlite.ts': 'waits while another process writes',
  'server/store/pubsub.ts': 'checks the connection that listens',
  'server/observability/store-gauges.ts': 'gives up a database that does not answer',
};

/** Files that stand in no room, beside the rooms. */
export const besideTheRooms = [
  'widget/loader.ts',
  'widget/budgets.ts',
  'server/main.ts',
  'server/app.ts',
  'server/errors.ts',
  'server/hooks.ts',
  'server/module.ts',
];

/** The only file of the server that knows the rooms; the others take at most so many beside their own. */
export const putsRoomsTogether = 'server/app.ts';
export const roomsAtMost = 6;

/** Where an import is computed on purpose, and why. */
export const computedImports: Record<string, string> = {
  'server/config/load-hooks.ts': "the partner's hooks, whose path is a setting",
  'examples/setup.mjs': 'Playwright, which may not be installed yet',
};

/** Import cycles that are not resolved yet, as the paths of their files; no other cycle is allowed. */
export const cyclesLeft: readonly string[] = [];

export const linesAtMost = 250;
export const forbiddenNames = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'shared',
  'lib',
  'index',
];

/** Packages that would cost the customer's page too much, or do not run there. */
export const notInTheWidget = ['zod', 'koa', 'jose', 'undici', 'kysely', 'pg', 'pino'];

export function roomOf(path: string): string | null {
  return Object.keys(rooms).find((room) => path.startsWith(`${room}/`)) ?? null;
}
