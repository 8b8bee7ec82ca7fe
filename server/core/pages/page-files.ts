/** Serves the files of pages: their modules and styles, and Lit from its packages. Needs no build. */
import { readdirSync, readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { extname, join, sep } from 'node:path';
import type Router from '@koa/router';

interface PageFile {
  type: string;
  text: string;
}

const types: Record<string, string> = {
  '.ts': 'text/javascript',
  '.js': 'text/javascript',
  '.css': 'text/css',
};
const litPackages = ['lit', 'lit-element', 'lit-html', '@lit/reactive-element'];

/** Import map of the pages: package names in their modules and in Lit's own to the addresses below. */
export const importMap = JSON.stringify({
  imports: {
    lit: '/files/lit/index.js',
    'lit/': '/files/lit/',
    'lit-element/': '/files/lit-element/',
    'lit-html': '/files/lit-html/lit-html.js',
    'lit-html/': '/files/lit-html/',
    '@lit/reactive-element': '/files/@lit/reactive-element/reactive-element.js',
  },
});

/** The folder that the addresses below `/files/` begin at: that of the server, or of its compiled package. */
const root = new URL('../../', import.meta.url);
/** The folder with what all pages share. */
const sharedFolder = 'core/pages/page';
/** Address, below `/files/`, of the style sheet of all pages. */
export const baseStyles = `${sharedFolder}/base.css`;

/**
 * Makes the address of a page's module. Its extension is `.ts` in the repository and `.js` in the compiled package.
 * @param module its path from the folder of the server, without extension
 */
export function moduleAddress(module: string): string {
  return `/files/${module}${extname(import.meta.url)}`;
}

/**
 * Adds the route of the files below `/files/`: those of the pages, what all pages share, and Lit. Each is read, and
 * stripped of its types, at its first request.
 * @param folders the folders of the pages, from the folder of the server; only the files directly in them are served
 * @throws Error if a folder does not exist
 */
export function servePageFiles<S>(router: Router<S>, folders: readonly string[]): void {
  /** Address to file on disk. The addresses mirror the folders, so that relative imports work. */
  const pageFiles = new Map(
    [...folders, sharedFolder].flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, root))
        .filter((name) => extname(name) in types)
        .map((name) => [`${folder}/${name}`, new URL(`${folder}/${name}`, root)]),
    ),
  );
  const read = new Map<string, PageFile>();
  router.get('/files/*name', (ctx) => {
    const name = ctx.path.slice('/files/'.length);
    const file = read.get(name) ?? readPageFile(pageFiles.get(name)) ?? readLitFile(name);
    if (file === undefined) return;
    read.set(name, file);
    ctx.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' });
    ctx.type = `${file.type}; charset=utf-8`;
    ctx.body = file.text;
  });
}

function readPageFile(file: URL | undefined): PageFile | undefined {
  if (file === undefined) return undefined;
  const text = readFileSync(file, 'utf8');
  const extension = extname(file.pathname);
  return {
    type: types[extension] ?? '',
    text: extension === '.ts' ? module.stripTypeScriptTypes(text) : text,
  };
}

/** A module of Lit's production files; undefined for a name with a dot outside its extension. */
function readLitFile(name: string): PageFile | undefined {
  const litPackage = litPackages.find((each) => name.startsWith(`${each}/`));
  if (litPackage === undefined || !/^@?(?:[\w-]+\/)+[\w-]+\.js$/.test(name)) return undefined;
  try {
    const text = readFileSync(join(folderOf(litPackage), name.slice(litPackage.length)), 'utf8');
    return { type: 'text/javascript', text };
  } catch {
    return undefined;
  }
}

/** Folder of a package, found from `lit`, which depends on the other three. */
function folderOf(name: string): string {
  const lit = createRequire(import.meta.url).resolve('lit');
  const entry = createRequire(lit).resolve(name);
  const folder = join('node_modules', name) + sep;
  return entry.slice(0, entry.lastIndexOf(folder) + folder.length);
}
