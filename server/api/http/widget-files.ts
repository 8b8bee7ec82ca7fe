/**
 * Serves the built widget under /widget/ to any page: it is public code, and module scripts need the CORS header.
 *
 * - `/widget/v1/loader.js`: the latest release of that major version, revalidated after five minutes,
 * - `/widget/<version>/…`: one release, which never changes,
 * - `/widget/loader.js`: the same as under `v1`, for pages that had it before.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import serve from 'koa-static';

/** `/widget/loader.js`, `/widget/v1/loader.js`, `/widget/1.2.3/loader.js` */
const widgetPath = /^\/widget\/(?:(v\d+|\d+\.\d+[\w.+-]*)\/)?([\w.-]+)$/;
/** The folder of a kept release. A copy under way has another name. */
const releaseFolder = /^\d+\.\d+/;
/** A name that changes with the content of its file. */
const hashedName = /-[\w-]{6,}\.(?:js(?:\.map)?|css)$/;
const withoutEncoding = (name: string) => name.replace(/\.br$/, '');
/** The address of the server in `import-map.html`, as the build writes it. */
const exampleServer = 'https://booking.partner.example';

/** The folder of the built widget: in this package, or in the repository. */
export const widgetDirectory = (): string => {
  const packaged = fileURLToPath(new URL('../../widget', import.meta.url));
  return existsSync(packaged)
    ? packaged
    : fileURLToPath(new URL('../../../widget/dist/cdn', import.meta.url));
};

/** A build: its version and the tags that pin it. */
interface Build {
  version: string;
  /** The name of the folder of its major version. A 0.x version is a preview of `v1`. */
  major: string;
  importMap: string;
}

/**
 * Creates the middleware. It copies the build into the directory of releases, unless this release is there already.
 * @param directory the build that this server serves
 * @param config.releasesDirectory a folder for each release; null to serve the build only
 * @param config.publicUrl the address of this server, for `import-map.html`
 * @throws Error if the build cannot be read, or the copy fails
 */
export function widgetFiles(
  directory: string,
  config: { releasesDirectory: string | null; publicUrl: string },
): Middleware {
  const { releasesDirectory, publicUrl } = config;
  const build = readBuild(directory, publicUrl);
  if (releasesDirectory !== null && build) keepRelease(directory, releasesDirectory, build.version);
  const sendCurrent = files(directory, entityTags(directory));
  const sendKept = releasesDirectory === null ? null : files(releasesDirectory, new Map());
  const findRelease = releasesDirectory === null ? null : createReleaseIndex(releasesDirectory);

  /** Serves a file of a release other than the build's. A page that was open during a release still loads them. */
  async function sendEarlier(ctx: Context, folder: string | undefined, name: string): Promise<void> {
    if (sendKept === null || findRelease === null) return;
    const isOfVersion = folder !== undefined && folder !== build?.major;
    const version = isOfVersion ? folder : hashedName.test(name) ? findRelease(name) : undefined;
    if (version !== undefined) await sendKept(ctx, `/${version}/${name}`);
  }

  return async (ctx, next) => {
    const [matched, folder, name = ''] = widgetPath.exec(ctx.path) ?? [];
    if (matched === undefined || !['GET', 'HEAD'].includes(ctx.method)) return next();
    setSharedHeaders(ctx);
    const isOfBuild = folder === undefined || folder === build?.major || folder === build?.version;
    if (isOfBuild && name === 'import-map.html' && build) {
      ctx.type = 'text/plain';
      ctx.body = build.importMap;
    } else if (isOfBuild) await sendCurrent(ctx, `/${name}`);
    if (ctx.body == null) await sendEarlier(ctx, folder, name);
    if (ctx.body == null) return next();
    const isImmutable = hashedName.test(name) || (folder !== undefined && folder !== build?.major);
    ctx.set('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
    if (ctx.fresh) {
      ctx.status = 304;
      ctx.body = null;
    }
  };
}

/**
 * Creates the search for the kept release that has a file with a hashed name. It lists the releases each time, since
 * another server may add one at any time, and the files of a release once, since a release never changes: a name that
 * is no file costs one listing, however many releases there are.
 */
function createReleaseIndex(directory: string): (name: string) => string | undefined {
  let releases = new Map<string, ReadonlySet<string>>();
  const namesOf = (version: string) =>
    new Set(
      readdirSync(join(directory, version)).flatMap((name) =>
        hashedName.test(withoutEncoding(name)) ? [withoutEncoding(name)] : [],
      ),
    );
  return (name) => {
    const entries = existsSync(directory) ? readdirSync(directory, { withFileTypes: true }) : [];
    const folders = entries.filter((entry) => !entry.isFile() && releaseFolder.test(entry.name));
    const versions = folders.map((folder) => folder.name);
    releases = new Map(versions.map((version) => [version, releases.get(version) ?? namesOf(version)]));
    return versions.find((version) => releases.get(version)?.has(name));
  };
}

/** A missing file has them too: the console of the page would blame CORS otherwise. */
function setSharedHeaders(ctx: Context): void {
  ctx.vary('Accept-Encoding');
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
}

/**
 * Sends a file of a folder, compressed if the browser accepts it; leaves the body empty if there is none. A folder needs its scripts,
 * their maps and its style sheets with brotli only: nearly all browsers take it, and the npm package has each file once.
 */
function files(directory: string, tags: ReadonlyMap<string, string>) {
  const send = serve(directory, {
    index: false,
    setHeaders(response, path) {
      const tag = tags.get(path);
      if (tag !== undefined) response.setHeader('ETag', tag);
    },
  });
  return async (ctx: Context, path: string): Promise<void> => {
    if (/\.(?:js(?:\.map)?|css)$/.test(path) && !accepts(ctx, 'br'))
      return sendRecompressed(ctx, `${directory}${path}.br`, tags);
    const asked = ctx.path;
    ctx.path = path;
    try {
      await send(ctx as Parameters<typeof send>[0], async () => {});
    } finally {
      ctx.path = asked;
    }
  };
}

const accepts = (ctx: Context, encoding: string) => ctx.acceptsEncodings(encoding, 'identity') === encoding;

/** Sends a file that is there with brotli only to a client that does not accept it. */
async function sendRecompressed(
  ctx: Context,
  path: string,
  tags: ReadonlyMap<string, string>,
): Promise<void> {
  const compressed = await readFile(path).catch(() => null);
  if (compressed === null) return;
  const bytes = await promisify(brotliDecompress)(compressed);
  const encoding = accepts(ctx, 'gzip') ? 'gzip' : 'identity';
  ctx.type = path.endsWith('.map.br') ? 'json' : extname(withoutEncoding(path));
  ctx.body = encoding === 'gzip' ? await promisify(gzip)(bytes) : bytes;
  if (encoding === 'gzip') ctx.set('Content-Encoding', encoding);
  const tag = tags.get(path);
  if (tag !== undefined) ctx.set('ETag', tag.replace(/"$/, `-${encoding}"`));
}

/**
 * The entity tag of each file that keeps its name, by its path: each encoding has its own. The times of files in npm
 * packages are equal.
 */
function entityTags(directory: string): Map<string, string> {
  const names = existsSync(directory) ? readdirSync(directory, { withFileTypes: true }) : [];
  return new Map(
    names
      .filter((file) => file.isFile() && !hashedName.test(withoutEncoding(file.name)))
      .map(({ name }) => {
        const path = join(directory, name);
        const hash = createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22);
        return [path, `"${hash}"`];
      }),
  );
}

function readBuild(directory: string, publicUrl: string): Build | null {
  if (!existsSync(join(directory, 'integrity.json'))) return null;
  const { version } = JSON.parse(readFileSync(join(directory, 'integrity.json'), 'utf8')) as Build;
  const tags = readFileSync(join(directory, 'import-map.html'), 'utf8');
  const major = `v${Math.max(1, Number.parseInt(version, 10))}`;
  return { version, major, importMap: tags.replaceAll(exampleServer, publicUrl) };
}

/** Another process may copy the same release at the same time: the first rename wins. */
function keepRelease(directory: string, releasesDirectory: string, version: string): void {
  const folder = join(releasesDirectory, version);
  if (existsSync(folder)) return;
  const copy = join(releasesDirectory, `.${version}.${process.pid}`);
  cpSync(directory, copy, { recursive: true });
  try {
    renameSync(copy, folder);
  } catch (error) {
    rmSync(copy, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}
