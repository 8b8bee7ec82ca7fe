/** The upload of a document to a slow storage. */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { putDocument } from '../../../server/booking/evidence/storage-put.ts';
import { createDocumentClient } from '../../../server/upstream/documents/client.ts';
import type { UpstreamCall } from '../../../server/upstream/observe-call.ts';
import { listen } from '../../support/serve.ts';

const partBytes = 128 * 1024;

it('sends the bytes unchanged when all parts share one buffer [UPL-06] [UPL-16]', async () => {
  const document = randomBytes(24 * partBytes + 17);
  let received = '';
  async function receive(request: IncomingMessage): Promise<void> {
    const hash = createHash('sha256');
    for await (const chunk of request) {
      hash.update(chunk as Buffer);
      await nextTurn();
    }
    received = hash.digest('hex');
  }
  const storage = createServer({ highWaterMark: 16 * 1024 }, (request, response) => {
    void receive(request).then(() => response.end());
  });
  const { url: storageUrl, close } = await listen(storage);
  async function* parts() {
    const held = Buffer.alloc(partBytes);
    for (let at = 0; at < document.length; at += partBytes) {
      const part = document.subarray(at, at + partBytes);
      held.set(part);
      yield held.subarray(0, part.length);
      // Whoever still needs it finds nothing.
      held.fill(0);
    }
  }
  const session = {
    id: '0197d2a4-0000-7000-8000-00000000b001',
    url: `${storageUrl}/uploads`,
    method: 'PUT',
    expires_at: '2031-01-01T00:00:00.000Z',
    required_headers: {},
  };
  const calls: UpstreamCall[] = [];
  const onCall = (call: UpstreamCall) => void calls.push(call);
  const client = createDocumentClient(session.url, []);
  expect(await putDocument(client, session, document.length, parts(), Date.now(), onCall)).toEqual({
    kind: 'stored',
  });
  await client.close();
  expect(calls).toMatchObject([{ method: 'PUT', route: '{upload_url}', status: 200, outcome: '2xx' }]);
  await close();
  expect(received).toBe(createHash('sha256').update(document).digest('hex'));
});
