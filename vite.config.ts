/** Builds the widget: a stable `loader.js`, one chunk for the shell, one for each step; and configures Vitest. */

import { readFileSync, statfsSync } from 'node:fs';
import { parse, type TaggedTemplateExpression } from 'acorn';
import { full } from 'acorn-walk';
import { minify as terser } from 'terser';
import { minifySync, type Plugin, type Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './test/slowest-first.ts';
import { writeRelease } from './widget/write-release.ts';

/** A page may use Lit or DOMPurify itself: two policies of one name kill the second (Trusted Types). */
const policyNames = [
  {
    module: /\/lit-html\/(development\/)?lit-html\.js$/,
    from: 'createPolicy("lit-html"',
    to: (mark: string) => `createPolicy("dx-lit${mark}"`,
  },
  {
    module: /\/dompurify\/.*purify[^/]*$/,
    from: '= "dompurify"',
    to: (mark: string) => `= "dx-dompurify${mark}"`,
  },
];
/** A room with its own copy of Lit has a policy of its own, named after it: `dx-lit-appointments`. */
const marks = /\?(appointments|physician)$/;

function renamePolicies(): Rolldown.Plugin {
  const renamed = new Set<string>();
  return {
    name: 'rename-trusted-types-policies',
    buildStart() {
      renamed.clear();
    },
    transform(code, id) {
      const mark = marks.exec(id)?.[1];
      const policy = policyNames.find(({ module }) => module.test(id.replace(marks, '')));
      if (policy === undefined) return null;
      if (!code.includes(policy.from)) this.error(`no Trusted Types policy to rename in ${id}`);
      renamed.add(policy.from);
      return { code: code.replaceAll(policy.from, policy.to(mark ? `-${mark}` : '')), map: null };
    },
    buildEnd(error) {
      if (error === undefined && renamed.size < policyNames.length) {
        this.error('a Trusted Types policy was not renamed');
      }
    },
  };
}

/** Squeezes CSS: browsers ignore comments and runs of white space. */
const squeezeCss = (style: string): string =>
  style
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}');

/** Squeezes HTML: a run of white space that breaks a line is drawn as one space. */
const squeezeHtml = (markup: string): string => markup.replace(/\s*\n\s*/g, ' ');

const squeezes: Record<string, (text: string) => string> = { css: squeezeCss, html: squeezeHtml };

/** Shortens the template literals of styles and markup, which no minifier enters. */
function squeezeTemplates(): Plugin {
  return {
    name: 'squeeze-templates',
    apply: 'build',
    transform: {
      filter: { id: /\/widget\/.*\.ts(\?|$)/ },
      handler(code) {
        let squeezed = '';
        let at = 0;
        const templates: TaggedTemplateExpression[] = [];
        full(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
          if (node.type === 'TaggedTemplateExpression') templates.push(node as TaggedTemplateExpression);
        });
        const texts = templates.flatMap(({ tag, quasi }) => {
          const squeeze = tag.type === 'Identifier' ? squeezes[tag.name] : undefined;
          return squeeze === undefined ? [] : quasi.quasis.map(({ start, end }) => ({ start, end, squeeze }));
        });
        for (const { start, end, squeeze } of texts.toSorted((a, b) => a.start - b.start)) {
          squeezed += code.slice(at, start) + squeeze(code.slice(start, end));
          at = end;
        }
        return { code: squeezed + code.slice(at), map: null };
      },
    },
  };
}

/** Fetched on demand, and free of imports: all elements take the same files. */
const shared = /(?:^|\/)(?:error-codes|diagnose|low-contrast|unknown-names|(?:ar|de|es)\/[\w-]+)\.ts$/;

/**
 * A flow of its own comes in one request of its own: what it takes from rooms that others use too, it has once more,
 * under names with a mark.
 */
function ownCopies(entry: RegExp, mark: string): Plugin {
  return {
    name: 'own-copies',
    // Before Vite finds the file itself.
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const within = importer?.endsWith(mark) === true;
      // Only as the loader fetches it: the tests of the server run under this file too, and have rooms of the same names.
      const fetched = importer?.endsWith('/widget/loader.ts') === true && entry.test(source);
      if ((!within && !fetched) || shared.test(source)) return null;
      const found = await this.resolve(source, importer?.replace(mark, ''), { ...options, skipSelf: true });
      return found === null || found.external ? found : { ...found, id: found.id + mark };
    },
  };
}

/** Two minifiers: what both leave compresses 1 % better than what either leaves. */
function minifyChunks(): Plugin {
  return {
    name: 'minify-chunks',
    apply: 'build',
    async renderChunk(code, { fileName }) {
      const { code: minified } = minifySync(fileName, code, { module: true });
      const { code: smallest = minified } = await terser(minified, {
        module: true,
        ecma: 2020,
        compress: { passes: 3 },
      });
      return { code: smallest, map: null };
    },
  };
}

/** Adds the compressed files, the hashes and the import map. */
function release(): Plugin {
  return {
    name: 'release',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const { version } = JSON.parse(readFileSync(new URL('widget/package.json', import.meta.url), 'utf8'));
      writeRelease(dir, version);
    },
  };
}

/** Shared by later steps, and too heavy to be fetched with the first. */
const sanitizer = /\/dompurify\/|\/widget\/ui\/sanitize\.ts$/;
const dateOfBirth = /\/widget\/ui\/date-of-birth\.ts$/;
const shell = /\/widget\/journey\/booking\.ts$/;
const afterSearch = /\/widget\/journey\/after-search\.ts$/;
const step = /\/widget\/journey\/step-modules\.ts$/;

/** Which parts of the widget import a module, themselves or through others. */
function partsThatUse(id: string, info: (id: string) => Rolldown.ModuleInfo | null): Set<string> {
  const parts = new Set<string>();
  const seen = new Set<string>();
  const visit = (at: string) => {
    if (seen.has(at)) return;
    seen.add(at);
    const module = info(at);
    if (module?.dynamicImporters.some((importer) => step.test(importer)) || shell.test(at)) parts.add(at);
    module?.importers.forEach(visit);
  };
  visit(id);
  return parts;
}

/** Test files that change or measure the whole process: its SQL statements, global spans, global `fetch`, the heap, its environment. */
const ownProcess = [
  'test/booking-server.test.ts',
  'test/jobs/idle.test.ts',
  'test/jobs/statements.test.ts',
  'test/observability/spans.test.ts',
  'test/journey/canary.test.ts',
  'test/key-rotation.test.ts',
  'test/tokens/replay.test.ts',
];

/** Holds the databases of the tests in memory, where there is room: on a disk, each commit waits some milliseconds. */
function memoryFolder(): Record<string, string> {
  const leastBytes = 2 ** 31;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > leastBytes ? { TMPDIR: '/dev/shm' } : {};
  } catch {
    return {};
  }
}

export default defineConfig({
  publicDir: false,
  base: './',
  plugins: [
    ownCopies(/\/handoff\/handoff-element\.ts$/, '?handoff'),
    ownCopies(/\/appointments\/appointments\.ts$/, '?appointments'),
    ownCopies(/\/physician\/physician-order\.ts$/, '?physician'),
    ownCopies(/\/client\/booking-client\.ts$/, '?client'),
    renamePolicies(),
    squeezeTemplates(),
    minifyChunks(),
    release(),
  ],
  build: {
    outDir: 'widget/dist/cdn',
    // The oldest browsers that the widget supports; test/widget/browser-floor.ts holds the build to them.
    target: ['chrome111', 'firefox115', 'safari16.4'],
    manifest: true,
    reportCompressedSize: false,
    lib: {
      // The client runs without a DOM, so it shares no file with the elements.
      entry: { loader: 'widget/loader.ts', client: 'widget/client/booking-client.ts?client' },
      formats: ['es'],
      fileName: (_, name) => `${name}.js`,
    },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        chunkFileNames: '[name]-[hash:6].js',
        minify: false,
        // Notes for a bundler.
        comments: { annotation: false },
        codeSplitting: {
          groups: [
            { name: 'sanitizer', test: sanitizer, priority: 2, includeDependenciesRecursively: false },
            { name: 'date-of-birth', test: dateOfBirth, priority: 2, includeDependenciesRecursively: false },
            {
              // What the first step needs, and what more than one later step needs: one request each.
              debugName: 'booking',
              name: (id, bundle) => {
                // An entry of its own: in a group it would need a helper that all groups share, in one more request.
                if (afterSearch.test(id)) return null;
                const parts = partsThatUse(id, (module) => bundle.getModuleInfo(module));
                if ([...parts].some((part) => shell.test(part))) return 'booking';
                return parts.size > 1 || afterSearch.test([...parts][0] ?? '') ? 'later-steps' : null;
              },
              priority: 1,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  test: {
    globalSetup: ['test/support/postgres.ts'],
    setupFiles: ['test/support/api-exchanges-setup.ts'],
    env: memoryFolder(),
    testTimeout: 40_000,
    // Hooks start the same servers as tests do.
    hookTimeout: 40_000,
    // More than a small machine has cores: a file also waits, for a process to start, a disk or a browser.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared process',
          include: ['test/**/*.test.ts'],
          exclude: ['test/widget/**/*.browser.test.ts', ...ownProcess],
          // A worker loads the server's modules once for all its files: loading them takes a second of CPU.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'own process', include: ownProcess } },
    ],
  },
});
