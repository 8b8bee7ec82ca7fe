/** Drops documents that no step used for a day, and no others. */
import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../../server/booking/evidence/documents.ts';
import { deleteOrphanedDocuments } from '../../../server/booking/evidence/evidence.ts';
import type { EvidencePhase, EvidenceState } from '../../../server/booking/evidence/evidence-state.ts';
import { createEvidenceRows } from '../../../server/booking/evidence/rows.ts';
import { silentLog } from '../../../server/core/observability/log.ts';
import { untilBlocked } from '../../support/blocked-statement.ts';
import { eventually } from '../../support/eventually.ts';
import { newJobs } from '../../support/jobs.ts';
import { newEncryption } from '../../support/keys.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';

const hourMs = 60 * 60_000;
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300 * 1024)]);

describe.each(storeKinds)('on %s', (kind) => {
  async function setUp() {
    const store = await newTestStore(kind);
    const encryption = newEncryption();
    let nowMs = Date.parse('2026-11-01T00:00:00Z');
    const now = () => nowMs;
    await store.transaction((trx) => encryption.customerKeys.forWriting(trx, 'customer-1'));
    const documents = createDocuments(store, encryption, now);
    const rows = createEvidenceRows(store, encryption, now);
    const evidenceOf = (documentId: string, phase: EvidencePhase): EvidenceState => ({
      id: `evidence-${documentId}`,
      kind: 'consent',
      ownerId: 'journey-1',
      customerId: 'customer-1',
      documentId,
      params: {},
      document: { content_length: pdf.length, sha256: '0'.repeat(64) },
      phase,
      record: null,
      session: null,
      renewals: 0,
      reason: null,
    });
    const ran = async () => {
      const row = store.db
        .selectFrom('periodic_jobs')
        .select('fence')
        .where('name', '=', 'orphaned_documents');
      return (await row.executeTakeFirstOrThrow()).fence;
    };
    return {
      store,
      documents,
      pass: (hours: number) => {
        nowMs += hours * hourMs;
      },
      keep: async () => (await documents.keep('customer-1', [pdf])).id,
      handIn: async (id: string, phase: EvidencePhase) => {
        await store.transaction((trx) => rows.insert(trx, evidenceOf(id, phase)));
      },
      async drop() {
        const jobs = newJobs(store, now);
        deleteOrphanedDocuments({ documents, rows, jobs, log: silentLog });
        const before = await ran();
        jobs.start();
        await eventually(async () => (await ran()) > before);
        await jobs.stop();
      },
      parts: async () =>
        (await store.db.selectFrom('document_parts').select('document_id').execute()).map(
          (row) => row.document_id,
        ),
    };
  }

  it('drops every part that was unused for a day, and nothing younger [UPL-08]', async () => {
    const { keep, pass, drop, parts, documents } = await setUp();
    const left = await keep();
    pass(23);
    const young = await keep();
    await drop();
    expect(await documents.has(left)).toBe(true);
    pass(2);
    await drop();
    expect(new Set(await parts())).toEqual(new Set([young]));
    expect([await documents.has(left), await documents.has(young)]).toEqual([false, true]);
  });

  it.each(['creating', 'transferring', 'renewing', 'completing'] as const)(
    'keeps a document that the service waits for, without a limit: %s [UPL-35]',
    async (phase) => {
      const { keep, handIn, pass, drop, documents } = await setUp();
      const [waitedFor, left] = [await keep(), await keep()];
      await handIn(waitedFor, phase);
      pass(72);
      await drop();
      expect([await documents.has(waitedFor), await documents.has(left)]).toEqual([true, false]);
    },
  );

  it('keeps a document that is submitted at the same moment', async () => {
    const { store, keep, pass, drop, documents } = await setUp();
    const id = await keep();
    pass(48);
    let dropping = Promise.resolve();
    await store.transaction(async (trx) => {
      expect(await documents.handedIn(id, trx)).toBe(true);
      dropping = drop();
      await untilBlocked(store, kind);
    });
    await dropping;
    expect(await documents.has(id)).toBe(true);
  });

  it('tells a customer who submits a dropped document that it is gone', async () => {
    const { store, keep, pass, drop, documents } = await setUp();
    const id = await keep();
    pass(48);
    await drop();
    expect(await store.transaction((trx) => documents.handedIn(id, trx))).toBe(false);
  });
});
