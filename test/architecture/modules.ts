/** The modules as data: which belongs to which flow, and in which layer of the server it lies. */

/**
 * `full_api` is the journey on the partner's own pages, `co_branded` the handoff to the hosted page; modules of `both`
 * flows know neither. `entries` name both. The key is a folder.
 */
export const modules: Record<string, 'full_api' | 'co_branded' | 'both' | 'entries' | 'sandbox'> = {
  'widget/journey': 'full_api',
  'widget/appointments': 'both',
  'widget/build': 'both',
  'widget/client': 'full_api',
  'widget/physician': 'full_api',
  'widget/handoff': 'co_branded',
  'widget/core': 'both',
  'widget/package': 'entries',
  'widget/session': 'both',
  'widget/texts': 'both',
  'widget/ui': 'both',
  'widget/visit': 'both',
  'server/contract': 'both',
  'server/core/observability': 'both',
  'server/upstream': 'both',
  'server/core/store': 'both',
  'server/partner/hooks-http': 'both',
  'server/config': 'both',
  'server/api/http': 'both',
  'server/upstream/writes': 'both',
  'server/core/jobs': 'both',
  'server/api/tokens': 'both',
  'server/operate/access-log': 'both',
  'server/booking/appointments': 'both',
  'server/booking/evidence': 'both',
  'server/partner/events': 'both',
  'server/booking/webhooks': 'both',
  'server/operate/records': 'both',
  'server/booking/journey': 'full_api',
  'server/booking/physician': 'full_api',
  'server/handoff': 'co_branded',
  'server/core/pages': 'both',
  'server/operate/support': 'both',
  'server/operate/admin': 'both',
  'server/operate/cli': 'both',
  'server/operate/conformance': 'both',
  'server/operate/deploy': 'both',
  'server/sandbox': 'sandbox',
};

/** Files beside the modules. */
export const besideTheModules = [
  'widget/loader.ts',
  'server/main.ts',
  'server/run-server.ts',
  'server/booking-server.ts',
  'server/app.ts',
  'server/open-core.ts',
  'server/operate/record-kinds.ts',
  'server/public-koa.ts',
  'server/core/clock.ts',
  'server/core/activity.ts',
  'server/core/errors.ts',
  'server/core/module.ts',
  'server/core/json.ts',
  'server/core/free-port.ts',
  'server/core/required-node.ts',
  'server/core/calendar-day.ts',
  'server/core/secure-url.ts',
  'server/core/uuid-of.ts',
  'server/listen.ts',
  'server/core/connections.ts',
  'server/core/network-error.ts',
  'server/core/standard-webhooks.ts',
  'server/core/version.ts',
  'server/partner/hooks.ts',
];

/** The layers of the server, from the bottom: a module imports only from the layers below its own. */
export const layers: readonly (readonly string[])[] = [
  // The suite judges any service by the specification, so it knows nothing of the server, its contract or the sandbox.
  [
    'server/contract',
    'server/core/pages',
    'server/core/clock.ts',
    'server/core/network-error.ts',
    'server/core/required-node.ts',
    'server/operate/conformance',
  ],
  [
    'server/core/activity.ts',
    'server/core/errors.ts',
    'server/core/module.ts',
    'server/core/json.ts',
    'server/core/free-port.ts',
    'server/core/calendar-day.ts',
    'server/core/secure-url.ts',
    'server/core/uuid-of.ts',
    'server/core/connections.ts',
    'server/core/standard-webhooks.ts',
    'server/core/version.ts',
  ],
  ['server/core/observability'],
  ['server/core/store'],
  ['server/core/jobs'],
  ['server/upstream'],
  ['server/upstream/writes', 'server/partner/hooks.ts'],
  ['server/partner/hooks-http', 'server/partner/events'],
  // Settings are parsed by the schemas of what they configure, so config lies above upstream.
  ['server/config', 'server/api/http'],
  ['server/api/tokens'],
  ['server/booking/appointments', 'server/booking/evidence'],
  ['server/booking/journey', 'server/booking/physician', 'server/booking/webhooks', 'server/handoff'],
  ['server/operate/access-log'],
  ['server/operate/records'],
  ['server/operate/support'],
  ['server/open-core.ts', 'server/operate/record-kinds.ts', 'server/operate/admin'],
  ['server/public-koa.ts', 'server/listen.ts'],
  ['server/app.ts'],
  ['server/run-server.ts', 'server/booking-server.ts'],
  ['server/main.ts'],
  ['server/operate/cli', 'server/operate/deploy'],
];

/** The modules that do leased work: leases, fences and polling are in no other module. */
export const leasedWork = ['server/core/jobs/', 'server/upstream/writes/'];
/** Beside it, the files that name the columns of leases. */
export const namesLeases = [
  'server/core/store/tables.ts',
  'server/core/store/event-tables.ts',
  'server/core/store/lease-columns.ts',
  'server/core/store/schema.ts',
];
/**
 * The files of the server that start timers of their own, and why: time-outs of connections and of the process, waits for
 * another process, and the log, which begins before the server has a clock.
 */
export const ownTimers: Record<string, string> = {
  'server/core/clock.ts': 'is the clock',
  'server/run-server.ts': 'ends the process if its stop takes too long',
  'server/core/observability/log-output.ts': 'writes standard output in pieces',
  'server/core/store/sqlite.ts': 'waits while another process writes',
  'server/core/store/postgres.ts': 'ends a statement without a result',
  'server/core/store/migrate.ts': 'waits while another process uses a table',
  'server/core/store/erase-traces.ts': 'waits until no other process reads the log',
  'server/booking/evidence/take-pdf.ts': 'ends a connection',
};

/** The folders of the tests that may wait for a time: what they run takes or measures real time. */
export const waitingTests = ['test/support/', 'test/torture/', 'test/bench/', 'test/heard/'];
/** The other files of the tests that name a timer, and why. No other test waits for a time. */
export const testTimers: Record<string, string> = {
  'test/client/headless.test.ts': 'stops a timer of the client',
  'test/core/activity.test.ts': 'tests the clock',
  'test/core/clock.test.ts': 'tests the clock',
  'test/e2e/user-change.ts': 'looks until a view is gone',
  'test/e2e/booking.test.ts': 'ends the polls of the page',
  'test/e2e/engines.test.ts': 'ends the turn of a click in the page',
  'test/widget/assert.ts': 'looks until a condition holds, and waits for the queue of the page',
  'test/widget/booking-life.browser.test.ts': 'stops the timers of the page',
  'test/widget/failures.browser.test.ts': 'holds the pauses of the page',
  'test/widget/long-wait.browser.test.ts': 'holds the timers of the page',
  'test/widget/partner-server.ts': 'is a slow server',
};

/** Where an import is computed on purpose, and why. */
export const computedImports: Record<string, string> = {
  'widget/build/first-step/draw.ts': 'the built element, whose name has a hash',
  'server/operate/cli/dev.ts': 'the package of the sandbox, which a partner may not have installed',
  'server/config/import-module.ts': "the partner's hooks and adapter, whose paths are settings",
  'widget/loader.ts': 'the loader of the current release, at an address that the browser has not kept',
  'test/support/find-browsers.mjs': 'Playwright, which may not be installed yet',
};

export const linesAtMost = 400;
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

/** What the server writes into the HTML of a page as the widget draws it. They import only types, so that both load them. */
export const sharedWithPages = ['server/contract/asked-by-tag.ts', 'server/contract/contact-ways.ts'];

/** @returns the module's folder; null for a file beside the modules */
export function moduleOf(path: string): string | null {
  const around = Object.keys(modules).filter((module) => path.startsWith(`${module}/`));
  return around.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** @returns the number of the layer, from the bottom; null for files outside the layers: the widget, the sandbox, a package */
export function layerOf(path: string): number | null {
  const at = layers.findIndex((layer) => layer.includes(moduleOf(path) ?? path));
  return at === -1 ? null : at;
}
