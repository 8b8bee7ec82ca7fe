/** The upload lifecycle of evidence, and the storage of its bytes. */
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { answers, done, each } from '../assertions.ts';
import { defineArea } from '../check.ts';
import { brief } from '../client.ts';
import {
  complete,
  consentEvidence,
  declare,
  declared,
  documentOf,
  pdf,
  processed,
  sha256Of,
  upload,
} from '../evidence-steps.ts';
import type { Shape } from '../shapes.ts';

const { must, told, checks } = defineArea('uploads', 'Endpoints: Upload lifecycle (both evidence kinds)');
/** The checks of this area. */
export const uploads = checks;

must.write`lifecycle: exact bytes, then complete, then accepted [UPL-07] [UPL-14] [UPL-15] [UPL-27] [UPL-28] [UPL-29] [UPL-30] [CEV-17]`(
  async (trial) => {
    const { client, record, path } = await declared(trial);
    const session = record.upload_session;
    const headers = Object.entries(session?.required_headers ?? {});
    equal(headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1], 'application/pdf');
    ok(headers.some(([, value]) => value === sha256Of(pdf, 'base64')));
    equal(session?.method, 'PUT');
    equal(Math.floor((await upload(record)) / 100), 2);
    const completed = await complete(client, consentEvidence, record, { key: 'one' });
    ok([200, 202].includes(completed.status), brief(completed));
    equal(completed.data.id, record.id);
    const again = await complete(client, consentEvidence, record, { key: 'one' });
    deepEqual([again.status, again.data], [completed.status, completed.data]);
    equal((await processed(client, path)).status, 'accepted');
  },
);

must.write`hash: another hash is refused, and the record stays [UPL-29] [GAP-40]`(async (trial) => {
  const { client, record, shown } = await declared(trial);
  await upload(record);
  for (const sha256 of ['0'.repeat(64), sha256Of(pdf).toUpperCase(), sha256Of(pdf, 'base64')])
    answers(await complete(client, consentEvidence, record, { sha256 }), 400);
  deepEqual(await shown(), record);
});

must.write`storage: the storage takes the declared bytes with every header, and nothing else [UPL-03] [UPL-15] [UPL-18] [GAP-38]`(
  async (trial) => {
    const { client, record } = await declared(trial);
    const url = record.upload_session?.url ?? '';
    const [checksum = ''] = Object.entries(record.upload_session?.required_headers ?? {}).flatMap(
      ([name, value]) => (value === sha256Of(pdf, 'base64') ? name : []),
    );
    await each(
      [
        { headers: { 'Content-Type': 'application/octet-stream' } },
        { headers: { [checksum]: sha256Of(pdf) } },
        { headers: { [checksum]: '' } },
        { bytes: Buffer.concat([pdf, pdf.subarray(0, 1)]) },
        { bytes: pdf.subarray(1) },
        { bytes: Buffer.alloc(pdf.length, 1) },
        { url: `${url}0` },
        { url: url.replace(/\?.*/, '') },
      ],
      async (wrong) => ok((await upload(record, wrong)) >= 400),
    );
    equal((await complete(client, consentEvidence, record)).status, 409);
    const odd = Buffer.from([0, 255, 13, 10, 128]);
    const large = Buffer.alloc(20_971_520, 7);
    for (const bytes of [odd, large]) {
      const other = await done(declare(client, { document: documentOf(bytes) }));
      equal(await upload(other, { bytes }), 200);
      ok((await complete(client, consentEvidence, other, { sha256: sha256Of(bytes) })).status < 300);
    }
  },
);

must.levers`expired-upload: an expired or replaced session takes no bytes, and a replacement keeps the record [UPL-18] [UPL-19] [UPL-32] [CEV-15]`(
  async (trial) => {
    const { client, record, shown, replace } = await declared(trial);
    const life = Date.parse(record.upload_session?.expires_at ?? '') - Date.now();
    await trial.advance(life / 1000 - 30);
    equal(await upload(record), 200);
    await trial.advance(60);
    equal(await upload(record), 403);
    equal((await complete(client, consentEvidence, record)).status, 409);
    const replaced = await replace('first');
    equal(replaced.status, 201);
    deepEqual(
      { ...replaced.data, version: 0, upload_session: null },
      { ...record, version: 0, upload_session: null },
    );
    notEqual(replaced.data.upload_session?.id, record.upload_session?.id);
    deepEqual(await shown(), replaced.data);
    deepEqual((await replace('first')).data, replaced.data);
    equal(await upload(record), 410);
    equal((await complete(client, consentEvidence, replaced.data)).status, 409);
    equal(await upload(replaced.data), 200);
    ok((await complete(client, consentEvidence, replaced.data)).status < 300);
    equal(await upload(replaced.data), 410);
    answers(await client.post(`${consentEvidence}/${record.id}/upload-sessions`, undefined, null), 400);
  },
);

told.levers`upload-refusals: the refusals of a completion and of a replacement [GAP-39] [GAP-40]`(
  async (trial) => {
    const { client, record, replace, path } = await declared(trial);
    const other = await done(declare(client));
    const send = async (of: Pick<Shape<'evidence'>, 'id' | 'upload_session'>) =>
      brief(await complete(client, consentEvidence, of));
    const found = {
      'before the bytes': await send(record),
      'of another record': await send({ ...other, id: record.id }),
    };
    await replace();
    const replaced = {
      replaced: await send(record),
      'with a body': brief(await client.post(`${path}/upload-sessions`, { sha256: sha256Of(pdf) })),
    };
    const fresh = await done(replace());
    await trial.set({ evidence_processing_seconds: 60 });
    await upload(fresh);
    const turns = [await send(fresh), await send(fresh)];
    await trial.advance(61);
    return {
      ...found,
      ...replaced,
      completions: [...turns, await send(fresh)],
      'replaced when complete': brief(await replace()),
    };
  },
);

must.levers`retry: a completion that got 429 or 503 succeeds unchanged, and one under way is 202 [UPL-23] [GAP-109]`(
  async (trial) => {
    const { client, record } = await declared(trial);
    await upload(record);
    for (const status of [429, 503]) {
      await trial.fault('POST', `${consentEvidence}/*/upload-sessions/*/complete`, {
        kind: 'status',
        status,
      });
      answers(await complete(client, consentEvidence, record, { key: 'one' }), status);
    }
    ok((await complete(client, consentEvidence, record, { key: 'one' })).status < 300);
    const other = await declared(trial);
    await trial.fault('POST', `${other.path}/upload-sessions`, {
      kind: 'in_progress',
      retry_after_seconds: 3,
    });
    const held = await other.replace('one');
    answers(held, 202);
    equal(held.headers.get('retry-after'), '3');
    const { status, data } = await other.replace('one');
    deepEqual([status, data], [201, await other.shown()]);
  },
);
