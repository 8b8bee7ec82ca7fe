/** The physician's order on the page. */
import { deepEqual, ok } from 'node:assert/strict';
import { defineRules } from '../../check.ts';
import { at } from '../../endpoints.ts';
import { bodies } from '../bodies.ts';
import { dataOf, every, hasBody, idsOf, isDone } from '../recording.ts';

const { rules, must, should } = defineRules('physician', 'Structured physician order');
/** The rules of this area. */
export const physicians = rules;

const sign = 'Let a physician sign on the page';

must`session: it has the named fields [PHY-10] [PHY-11]`(hasBody(at.orderSession, bodies.orderSession, sign));

must`bundle: template and hashes are those of the bundle [PHY-02] [PHY-34]`((recording) =>
  every(recording.of(at.orderSession), sign, (request) => {
    const [bundle] = recording.knownOf(request, at.orderBundle);
    const { template_version_id, content_hash, context_hash } = request.json ?? {};
    ok(bundle, 'the bundle was not read');
    deepEqual(
      [template_version_id, content_hash, context_hash],
      [bundle.template.id, bundle.template.content_hash, bundle.context_hash],
    );
  }),
);

must`allowed: approval and workflow are among those that the bundle allows [PHY-05]`((recording) =>
  every(recording.of(at.orderSession), sign, (request) => {
    const [bundle] = recording.knownOf(request, at.orderBundle);
    const { allowed_approval_methods, allowed_workflow_types } = bundle?.session_requirements ?? {};
    ok(allowed_approval_methods?.includes(request.json?.approval_method), 'approval_method');
    ok(allowed_workflow_types?.includes(request.json?.workflow_type), 'workflow_type');
  }),
);

must`approval: it has the named fields, and nothing of the order [PHY-27] [PHY-28] [PHY-35]`(
  hasBody(at.approve, bodies.approve, sign),
);

must`frozen: hashes and attestation are those of the session, unchanged [PHY-34]`((recording) =>
  every(recording.of(at.approve), sign, (request) => {
    const [id] = idsOf(request);
    const session = recording.known(request, at.orderSession, at.readOrder).find((each) => each.id === id);
    ok(session, 'is of no session that the client got');
    const { approval: _, partner_attestation: certified, ...hashes } = request.json ?? {};
    deepEqual(hashes, {
      template_version_id: session.template.id,
      content_hash: session.template.content_hash,
      context_hash: session.context_hash,
      presentation_hash: session.presentation_hash,
    });
    const { version, text_hash } = session.partner_attestation;
    deepEqual({ version: certified?.version, text_hash: certified?.text_hash }, { version, text_hash });
  }),
);

must`followed: the session is read until its document is available, and then the form [PHY-22]`((recording) =>
  every(recording.of(at.approve).filter(isDone), sign, (request) => {
    const [id] = idsOf(request);
    const reads = recording
      .after(request, at.readOrder)
      .filter((each) => isDone(each) && idsOf(each)[0] === id);
    const last = reads.at(-1);
    ok(last && dataOf(last).artifact?.status === 'available', 'was not read until then');
    ok(recording.after(last, at.signedForm).length > 0, 'the form was not read');
  }),
);

should`first-read: the first read comes after the time that the service named [PHY-38]`((recording) =>
  every(recording.of(at.approve).filter(isDone), sign, (request) => {
    const [read] = recording
      .after(request, at.readOrder)
      .filter((each) => idsOf(each)[0] === idsOf(request)[0]);
    const toldMs = Number(request.given?.headers['retry-after'] ?? 0) * 1000;
    const waitedMs = read && request.given ? read.atMs - request.given.atMs : toldMs;
    ok(waitedMs >= toldMs - 100, `came after ${waitedMs} ms, in place of ${toldMs} ms`);
  }),
);
