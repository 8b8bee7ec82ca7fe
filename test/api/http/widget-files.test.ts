/** The files of the widget as the server serves them: compression, caches, versions and earlier releases. */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { widgetDirectory } from '../../../server/api/http/widget-files.ts';
import { brotli } from '../../../widget/build/write-release.ts';
import {
  openReleaseSite,
  type ReleaseSite,
  removeRelease,
  writeOtherRelease,
} from '../../support/widget-release.ts';

let first: string;
let second: string;
let third: string;
let kept: string;
let site: ReleaseSite;
let chunk: string;
const chunkOf = async (folder: string) =>
  (await readdir(folder)).find((name) => /^booking-.*\.js$/.test(name)) ?? '';

beforeAll(async () => {
  first = await writeOtherRelease('1.2.0');
  second = await writeOtherRelease('1.3.0-beta.1');
  third = await writeOtherRelease('1.3.1-dev.310.g1a2b3c4d5e');
  kept = await mkdtemp(join(tmpdir(), 'dx-kept-'));
  await writeFile(join(kept, '1.1.0.txt'), 'A file beside the releases.');
  site = await openReleaseSite(first, kept);
  chunk = await chunkOf(first);
});
afterAll(async () => {
  await site.close();
  await Promise.all([first, second, third, kept].map(removeRelease));
});

interface Served {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** `fetch` would decompress, and an URL would resolve `.` in the path. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Served>((done, fail) => {
    request(site.url, { path, method, headers }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      const { statusCode: status = 0, headers } = response;
      done({ status, headers, bytes: Buffer.concat(parts) });
    })
      .on('error', fail)
      .end();
  });

const immutable = 'public, max-age=31536000, immutable';
const short = 'public, max-age=300';

describe('the files of the widget', () => {
  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['', undefined, (bytes: Buffer) => bytes],
  ])('are compressed for a browser that accepts "%s"', async (accepted, encoding, decompress) => {
    const { headers, bytes } = await get(`/widget/v1/${chunk}`, { 'accept-encoding': accepted });
    expect(headers).toMatchObject({
      vary: 'Accept-Encoding',
      'cache-control': immutable,
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'content-length': `${bytes.length}`,
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(decompress(bytes)).toEqual(await readFile(join(first, chunk)));
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['', (bytes: Buffer) => bytes],
  ])(
    'are there with brotli only: a style sheet for a browser that accepts "%s"',
    async (accepted, decompress) => {
      await writeFile(join(first, 'sheet-abcdef.css.br'), brotli(Buffer.from('a{color:red}')));
      const { headers, bytes } = await get('/widget/v1/sheet-abcdef.css', { 'accept-encoding': accepted });
      expect(headers).toMatchObject({
        'cache-control': immutable,
        'content-type': 'text/css; charset=utf-8',
      });
      expect(decompress(bytes).toString()).toBe('a{color:red}');
    },
  );

  it('have maps beside them that name the sources and hold none, and no script links to its map', async () => {
    const built = widgetDirectory();
    const name = await chunkOf(built);
    expect(await readFile(join(built, name), 'utf8')).not.toContain('sourceMappingURL');
    const current = await openReleaseSite(built);
    try {
      const response = await fetch(`${current.url}/widget/v1/${name}.map`);
      const map = (await response.json()) as { sources: string[]; names: string[]; sourcesContent?: unknown };
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(map.sources).toContain('../../journey/booking.ts');
      expect(map.names.length).toBeGreaterThan(0);
      expect(map.sourcesContent).toBeUndefined();
    } finally {
      await current.close();
    }
  });

  it.each([
    ['/widget/loader.js', short],
    ['/widget/v1/loader.js', short],
    ['/widget/v1/integrity.json', short],
    ['/widget/v1/import-map.html', short],
    ['/widget/1.2.0/loader.js', immutable],
    ['/widget/1.2.0/import-map.html', immutable],
  ])('%s is cached as %s', async (path, control) => {
    const { status, headers } = await get(path);
    expect([status, headers['cache-control']]).toEqual([200, control]);
    expect((await get(path, {}, 'HEAD')).headers['cache-control']).toBe(control);
  });

  it.each([
    '/widget/v2/loader.js',
    '/widget/v0/loader.js',
    '/widget/9.9.9/loader.js',
    '/widget/v1/absent.js',
    '/widget/%2e%2e/loader.js',
    '/widget/./1.1.0.txt',
  ])('%s is missing, and the page may read that', async (path) => {
    const { status, headers } = await get(path);
    expect([status, headers['cache-control']]).toEqual([404, undefined]);
    if (!/%|\/\.\//.test(path)) expect(headers['access-control-allow-origin']).toBe('*');
  });

  it('revalidates the loader by an entity tag for each encoding', async () => {
    const tags = new Set<string>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const accepts = { 'accept-encoding': encoding };
      const tag = String((await get('/widget/v1/loader.js', accepts)).headers.etag);
      tags.add(tag);
      const again = await get('/widget/v1/loader.js', { ...accepts, 'if-none-match': tag });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag]);
    }
    expect(tags.size).toBe(3);
  });

  it('names its own address in the import map', async () => {
    const { headers, bytes } = await get('/widget/v1/import-map.html');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(`${bytes}`).toContain(`"${site.url}/widget/1.2.0/${chunk}": "sha384-`);
    expect(`${bytes}`).not.toContain('partner.example');
  });

  it('keeps the files of the previous release', async () => {
    const before = await get('/widget/v1/loader.js');
    site.release(second);
    const after = await get('/widget/v1/loader.js', { 'if-none-match': String(before.headers.etag) });
    expect(after.status).toBe(200);
    for (const path of [
      `v1/${chunk}`,
      chunk,
      '1.2.0/loader.js',
      `1.2.0/${chunk}`,
      '1.3.0-beta.1/loader.js',
    ]) {
      const { status, headers } = await get(`/widget/${path}`, { 'accept-encoding': 'br' });
      expect([path, status, headers['content-encoding'], headers['cache-control']]).toEqual([
        path,
        200,
        'br',
        immutable,
      ]);
    }
    expect((await get('/widget/1.2.0/loader.js')).bytes).toEqual(before.bytes);
    expect((await readdir(kept)).toSorted()).toEqual(['1.1.0.txt', '1.2.0', '1.3.0-beta.1']);
  });

  it('finds a release that another server adds later, and no longer one that is deleted', async () => {
    const later = await chunkOf(third);
    const version = '1.3.1-dev.310.g1a2b3c4d5e';
    expect((await get(`/widget/v1/${later}`)).status).toBe(404);
    await cp(third, join(kept, '.copy'), { recursive: true });
    expect((await get(`/widget/v1/${later}`)).status).toBe(404);
    await rename(join(kept, '.copy'), join(kept, version));
    for (const path of [`v1/${later}`, later, `${version}/${later}`])
      expect([path, (await get(`/widget/${path}`)).status]).toEqual([path, 200]);
    await rm(join(kept, version), { recursive: true });
    expect((await get(`/widget/v1/${later}`)).status).toBe(404);
  });

  it('lists the files of a release once: no other name costs a look through every folder', async () => {
    site.release(second);
    expect((await get(`/widget/v1/${chunk}`)).status).toBe(200);
    await writeFile(join(kept, '1.2.0', 'later-abcdef.js.br'), brotli(Buffer.from('export {};')));
    expect((await get('/widget/1.2.0/later-abcdef.js')).status).toBe(200);
    expect((await get('/widget/v1/later-abcdef.js')).status).toBe(404);
  });
});
