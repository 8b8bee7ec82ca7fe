/** Serves the gallery from the sources. */
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';

/** Vite serves JSON as a module of JavaScript, which a browser refuses under this attribute. */
export const textsAsModules: Plugin = {
  name: 'texts-as-modules',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/language-files.ts') ? code.replaceAll(", { with: { type: 'json' } }", '') : undefined,
};

/**
 * @param port 0 for any free port, without reloads when a source changes
 * @returns the address of the gallery's folder
 */
export async function serveGallery(port = 0): Promise<{ address: string; close(): Promise<void> }> {
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    logLevel: 'warn',
    server: { port, host: '127.0.0.1', hmr: port !== 0, watch: port === 0 ? null : {} },
    optimizeDeps: { entries: ['test/widget/gallery/scenes.ts'] },
    plugins: [textsAsModules],
  });
  await server.listen();
  // Under this name, so that the hosted page at 127.0.0.1 has another origin.
  const address = `http://localhost:${new URL(server.resolvedUrls?.local[0] ?? '').port}/test/widget/gallery/`;
  return { address, close: () => server.close() };
}
