/** Documents: their declaration, the upload, its end. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { defineRules } from '../../check.ts';
import { at, ofEvidence } from '../../endpoints.ts';
import { NotTried } from '../../trial.ts';
import { bodies } from '../bodies.ts';
import {
  dataOf,
  every,
  fits,
  hasBody,
  idsOf,
  isDone,
  type Json,
  onlyNamed,
  type Recorded,
  type Recording,
} from '../recording.ts';

const { rules, must } = defineRules('uploads', 'Upload lifecycle');
/** The rules of this area. */
export const uploads = rules;

const handIn = 'Hand in a document';

must`consent: the declaration has the named fields of a PDF of at most 20 MiB [CEV-10] [UPL-01] [UPL-03]`(
  hasBody(at.consentEvidence, bodies.consentEvidence, handIn),
);

must`physician: the declaration has the named fields of a PDF of at most 20 MiB [PEV-06] [PEV-07]`(
  hasBody(at.physicianEvidence, bodies.physicianEvidence, 'Hand in a physician’s order'),
);

must`lists: they have only the named filters [CEV-03] [PEV-03]`((recording) =>
  every(recording.of(...ofEvidence.list), 'List evidence', (request) =>
    onlyNamed(request, 'customer_identity_id canonical_test_type status external_reference_id limit offset'),
  ),
);

/** @returns the record that an upload belongs to, and its declaration */
function declarationOf(recording: Recording, { path, n, scenario }: Recorded) {
  const shown = recording
    .of(...ofEvidence.create, ...ofEvidence.replace, ...ofEvidence.read)
    .filter((each) => each.n < n && each.scenario === scenario && isDone(each));
  const record: Json = shown
    .map(dataOf)
    .findLast(({ upload_session: session }: Json) => session && new URL(session.url).pathname === path);
  const created = recording
    .of(...ofEvidence.create)
    .find((each) => isDone(each) && dataOf(each).id === record?.id);
  return { record, session: record?.upload_session, document: created?.json.document };
}

must`bytes: the upload has the declared bytes [UPL-04] [UPL-06]`((recording) =>
  every(recording.of(at.upload), handIn, (request) => {
    const { document } = declarationOf(recording, request);
    equal(request.body.length, document.content_length);
    equal(createHash('sha256').update(request.body).digest('hex'), document.sha256);
  }),
);

must`headers: the upload has the method and all headers of the upload session [UPL-12]`((recording) =>
  every(recording.of(at.upload), handIn, (request) => {
    const { session } = declarationOf(recording, request);
    equal(request.method, session.method);
    for (const [name, value] of Object.entries(session.required_headers as Record<string, string>))
      equal(request.headers[name.toLowerCase()], value, name);
  }),
);

must`complete: it comes after the upload, with the hash of the declaration [UPL-21] [CEV-18]`((recording) =>
  every(recording.of(...ofEvidence.complete), handIn, (request) => {
    fits(bodies.complete, request.json);
    const [id] = idsOf(request);
    const created = recording.of(...ofEvidence.create).find((each) => isDone(each) && dataOf(each).id === id);
    equal(request.json?.sha256, created?.json.document.sha256);
    const sent = recording.before(request, at.upload).filter(({ given }) => given && given.status < 300);
    ok(
      sent.some((each) => declarationOf(recording, each).record?.id === id),
      'comes before the upload',
    );
  }),
);

must`replacement: after 403 or 410 the client takes another upload session of the same record [UPL-17] [CEV-16]`(
  (recording) =>
    every(
      recording.of(at.upload).filter(({ given }) => [403, 410].includes(given?.status ?? 0)),
      'Do the task upload',
      (request) => {
        const { record } = declarationOf(recording, request);
        const replaced = recording.after(request, ...ofEvidence.replace).filter(isDone);
        ok(
          replaced.some((each) => idsOf(each)[0] === record.id),
          'no session was asked for',
        );
        for (const each of replaced) equal(each.body.length, 0, 'the request for a session has a body');
        ok(recording.after(request, at.upload).length > 0, 'nothing was uploaded again');
        deepEqual(recording.after(request, ...ofEvidence.create), [], 'another record was made');
      },
    ),
);

must`accepted: only evidence that was read as accepted is attached to an order [CEV-20] [UPL-25]`(
  (recording) => {
    const orders = recording
      .of(at.order, at.prescreen)
      .filter(({ json }) => json?.partner_consent_evidence_id);
    every(orders, 'Book with a consent on paper', (order) =>
      ok(
        recording
          .known(order, ...ofEvidence.read, ...ofEvidence.complete)
          .some(({ id, status }) => id === order.json.partner_consent_evidence_id && status === 'accepted'),
        'names evidence that the client did not see accepted',
      ),
    );
  },
);

must`polling: after a document of a physician its record is read until it is accepted [PEV-09]`(
  (recording) => {
    const done = recording
      .of(...ofEvidence.complete)
      .filter((each) => each.path.includes('physician') && isDone(each));
    const open = done.filter((each) => dataOf(each).status !== 'accepted');
    if (done.length > 0 && open.length === 0)
      throw new NotTried('Hand in a document that is not accepted at once');
    every(open, 'Hand in a physician’s order', (each) =>
      ok(recording.after(each, ...ofEvidence.read).some((read) => idsOf(read)[0] === idsOf(each)[0])),
    );
  },
);
