/** What the server needs of evidence: its id and status, and the address of an upload (CEV-02..CEV-18, UPL-01..UPL-35). */
import { z } from 'zod';
import { timestamp } from '../../contract/upstream-api/envelope.ts';
import {
  evidence as namedEvidence,
  evidenceList as namedEvidenceList,
} from '../../contract/upstream-api/evidence.ts';
import { anyId, listOf, orNull, type ReadOf, reader, word } from '../response-reader.ts';

const text = z.string().nullish().catch(null);

/** An upload: where the bytes go, and the headers that the storage requires. A session without a method takes a PUT. */
export const neededUpload = z.looseObject({
  id: anyId,
  url: z.url(),
  method: orNull(z.string()),
  expires_at: orNull(timestamp),
  required_headers: z
    .union([
      z.record(z.string(), z.string()),
      z.array(z.looseObject({ name: z.string(), value: z.string() })),
    ])
    .nullish(),
});
/** The address and the headers of one upload, as the server reads it. */
export type UploadSession = z.output<typeof neededUpload>;

/** One record of evidence. */
export const neededEvidence = z.looseObject({
  id: anyId,
  status: word,
  safe_reason_code: text,
  upload_session: neededUpload.nullish().catch(null),
});

/** The response to a read and to a completed upload: an upload is no longer needed. */
export const evidence = reader({ needed: neededEvidence, named: namedEvidence });
/** One evidence record as the server reads it. */
export type Evidence = ReadOf<typeof evidence>;

/** The response to a new record and to a renewed upload. */
export const evidenceWithUpload = reader({
  needed: neededEvidence.extend({ upload_session: neededUpload }),
  named: namedEvidence,
});

/** One page of a list of evidence. */
export const evidenceList = reader({
  needed: z.looseObject({ items: listOf(neededEvidence, { id: 'id', mayLoseAll: true }) }),
  named: namedEvidenceList,
});
