/**
 * Builds the npm package of the widget: one entry for each element and the client, with shared files between them. A
 * bundler of the partner divides them again. `vite build --config widget/build/package.config.ts`
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { packageChunkName, packageChunkOf } from './package-chunks.ts';
import { namePolicy } from './policy-name.ts';
import { target } from './target.ts';
import { divideTexts } from './texts.ts';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  publicDir: false,
  base: './',
  plugins: [divideTexts(), namePolicy()],
  build: {
    outDir: 'widget/dist/elements',
    target,
    reportCompressedSize: false,
    lib: {
      entry: {
        booking: 'widget/journey/booking.ts',
        appointments: 'widget/appointments/appointments.ts',
        'physician-order': 'widget/physician/physician-order.ts',
        handoff: 'widget/handoff/handoff-element.ts',
        client: 'widget/client/booking-client.ts',
        react: 'widget/package/react.ts',
      },
      formats: ['es'],
      fileName: (_, name) => `${name}.js`,
    },
    rolldownOptions: {
      external: [/^react$/, /^@dx-booking\/widget\//],
      preserveEntrySignatures: 'allow-extension',
      output: {
        chunkFileNames: packageChunkName,
        codeSplitting: {
          groups: [{ debugName: 'shared', name: packageChunkOf, includeDependenciesRecursively: false }],
        },
        // Frameworks with server components load this module in the browser too.
        postBanner: ({ name }) => (name === 'react' ? "'use client';" : ''),
        // Bundlers minify, and stack traces show names: in Node, in a partner's tests and in the maps of a partner's build.
        minify: false,
        // Notes for a bundler.
        comments: { annotation: false },
      },
    },
  },
});
