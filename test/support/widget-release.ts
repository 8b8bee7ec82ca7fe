/** Releases of the widget for tests: the built one under other versions and names, and a site that serves one. */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { widgetDirectory, widgetFiles } from '../../server/api/http/widget-files.ts';
import { writeRelease } from '../../widget/build/write-release.ts';
import { serve } from './serve.ts';

const hash = /-([\w-]{6})\.js/g;

/**
 * Writes the built widget as another release: its chunks have other names.
 * @param version of the release
 * @returns the folder, for `widgetFiles`
 */
export async function writeOtherRelease(version: string): Promise<string> {
  const built = widgetDirectory();
  const folder = await mkdtemp(join(tmpdir(), 'dx-release-'));
  const mark = version.replaceAll(/\W/g, '_').padEnd(6, '_');
  const rename = (text: string) =>
    text.replaceAll(hash, (_, old: string) => `-${[...old].reverse().join('')}-${mark}.js`);
  for (const name of (await readdir(built)).filter((name) => name.endsWith('.js')))
    await writeFile(join(folder, rename(name)), rename(await readFile(join(built, name), 'utf8')));
  // The best compression of brotli takes a second of processor time.
  writeRelease(folder, version, 5);
  return folder;
}

/** A partner's site that also serves the widget, as the server does. */
export interface ReleaseSite {
  url: string;
  /** The body and the policy of each page, by its path. */
  pages: Map<string, { html: string; policy?: string }>;
  /** The paths that browsers asked for. */
  asked: string[];
  /** Serves another release from now on. */
  release(directory: string): void;
  close(): Promise<void>;
}

/** @param releasesDirectory keeps earlier releases; null to serve only the last one */
export async function openReleaseSite(
  directory: string,
  releasesDirectory: string | null = null,
): Promise<ReleaseSite> {
  const app = new Koa();
  const pages: ReleaseSite['pages'] = new Map();
  const asked: string[] = [];
  app.use((ctx, next) => {
    asked.push(ctx.path);
    return next();
  });
  app.use((ctx, next) => files(ctx, next));
  app.use((ctx) => {
    const page = pages.get(ctx.path);
    if (!page) return;
    if (page.policy !== undefined) ctx.set('Content-Security-Policy', page.policy);
    ctx.type = 'html';
    ctx.body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">${page.html}</html>`;
  });
  const { url, close } = await serve(app.callback());
  const filesOf = (from: string) => widgetFiles(from, { releasesDirectory, publicUrl: url });
  let files = filesOf(directory);
  return {
    url,
    pages,
    asked,
    release(next) {
      files = filesOf(next);
    },
    close,
  };
}

/** Removes the folder of a release. */
export const removeRelease = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
