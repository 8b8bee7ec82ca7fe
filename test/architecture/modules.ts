/** The modules as data: which belongs to which flow, and in which layer of the server it lies. */

/**
 * `full_api` is the journey on the partner's own pages, `co_branded` the handoff to the hosted page; modules of `both`
 * flows know neither. The key is a folder.
 */
export const modules: Record<string, 'full_api' | 'co_branded' | 'both' | 'sandbox'> = {
  'widget/journey': 'full_api',
  'widget/appointments': 'both',
  'widget/build': 'both',
  'widget/client': 'full_api',
  'widget/physician': 'full_api',
  'widget/handoff': 'co_branded',
  'widget/core': 'both',
  'widget/locales': 'both',
  'widget/package': 'both',
  'widget/session': 'both',
  'widget/ui': 'both',
  'server/contract': 'both',
  'server/observability': 'both',
  'server/upstream': 'both',
  'server/store': 'both',
  'server/hooks-http': 'both',
  'server/config': 'both',
  'server/http': 'both',
  'server/jobs': 'both',
  'server/tokens': 'both',
  'server/access-log': 'both',
  'server/appointments': 'both',
  'server/evidence': 'both',
  'server/events': 'both',
  'server/webhooks': 'both',
  'server/customers': 'both',
  'server/journey': 'full_api',
  'server/physician': 'full_api',
  'server/handoff': 'co_branded',
  'server/pages': 'both',
  'server/support': 'both',
  'server/admin': 'both',
  'server/cli': 'both',
  'server/deploy': 'both',
  'server/sandbox': 'sandbox',
};

/** Files beside the modules. */
export const besideTheModules = [
  'widget/loader.ts',
  'widget/budgets.ts',
  'widget/write-package.ts',
  'widget/write-release.ts',
  'server/main.ts',
  'server/booking-server.ts',
  'server/app.ts',
  'server/core.ts',
  'server/public-koa.ts',
  'server/errors.ts',
  'server/hooks.ts',
  'server/module.ts',
  'server/json.ts',
  'server/secure-url.ts',
  'server/standard-webhooks.ts',
];

/** The layers of the server, from the bottom: a module imports only from the layers below its own. */
export const layers: readonly (readonly string[])[] = [
  ['server/contract', 'server/pages'],
  [
    'server/errors.ts',
    'server/hooks.ts',
    'server/module.ts',
    'server/json.ts',
    'server/secure-url.ts',
    'server/standard-webhooks.ts',
  ],
  ['server/observability'],
  ['server/upstream', 'server/store', 'server/hooks-http'],
  // Settings are parsed by the schemas of what they configure, so config lies above upstream.
  ['server/config', 'server/http', 'server/jobs'],
  ['server/tokens', 'server/access-log'],
  ['server/core.ts'],
  ['server/events'],
  ['server/appointments', 'server/evidence'],
  ['server/journey', 'server/physician', 'server/handoff', 'server/webhooks', 'server/customers'],
  ['server/support'],
  ['server/admin', 'server/public-koa.ts'],
  ['server/app.ts'],
  ['server/main.ts', 'server/booking-server.ts'],
  ['server/cli', 'server/deploy'],
];

/** The module that does leased work: leases, fences and polling are in no other module. */
export const leasedWork = 'server/jobs/';
/** Beside it, the files that name the columns of leases. */
export const namesLeases = [
  'server/store/tables.ts',
  'server/store/event-tables.ts',
  'server/store/lease-columns.ts',
  'server/store/migrations/',
];
/** Files that use the database and a timer, and do not poll with it. */
export const timersBesideTheDatabase: Record<string, string> = {
  'server/store/sqlite.ts': 'waits while another process writes',
  'server/store/pubsub.ts': 'checks the connection that listens',
  'server/store/erase-traces.ts': 'waits until no other process reads the log',
};

/** Where an import is computed on purpose, and why. */
export const computedImports: Record<string, string> = {
  'server/cli/dev.ts': 'the package of the sandbox, which a partner may not have installed',
  'server/config/load-hooks.ts': "the partner's hooks, whose path is a setting",
  'widget/loader.ts': 'the loader of the current release, at an address that the browser has not kept',
  'examples/setup.mjs': 'Playwright, which may not be installed yet',
};

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

/** @returns the module's folder; null for a file beside the modules */
export function moduleOf(path: string): string | null {
  return Object.keys(modules).find((module) => path.startsWith(`${module}/`)) ?? null;
}

/** @returns the number of the layer, from the bottom; null for files outside the layers: the widget, the sandbox, a package */
export function layerOf(path: string): number | null {
  const at = layers.findIndex((layer) => layer.includes(moduleOf(path) ?? path));
  return at === -1 ? null : at;
}
