/** The consent on the page. */
import { deepEqual, notEqual, ok } from 'node:assert/strict';
import { defineRules } from '../../check.ts';
import { at } from '../../endpoints.ts';
import { bodies } from '../bodies.ts';
import { every, hasBody, idsOf } from '../recording.ts';

const { rules, must, should } = defineRules('consent', 'Consent (service_consent_api)');
/** The rules of this area. */
export const consents = rules;

const sign = 'Consent on the page';

must`session: it has the four named fields [CONS-18]`(hasBody(at.session, bodies.session, sign));

// Also [CFG-20]
must`shown: template and hash are those of one bundle that the client has read [CONS-19]`((recording) =>
  every(recording.of(at.session), sign, (request) =>
    ok(
      recording
        .known(request, at.bundle)
        .some(
          ({ template }) =>
            template.id === request.json?.consent_template_version_id &&
            template.content_hash === request.json?.content_hash,
        ),
      'has a template or a hash of no bundle',
    ),
  ),
);

must`signature: it has the six named fields, signed by the customer [CONS-33] [CONS-35] [CONS-36]`(
  hasBody(at.sign, bodies.signature, sign),
);

must`decisions: each decision of the bundle has an answer [CONS-37]`((recording) =>
  every(recording.of(at.sign), sign, (request) => {
    const [{ required_decision_ids: ids = [] } = {}] = recording.known(request, at.bundle);
    deepEqual(Object.keys(request.json?.decisions ?? {}).sort(), [...ids].sort());
  }),
);

must`own: the session that is signed is one that the client opened [CONS-24]`((recording) =>
  every(recording.of(at.sign), sign, (request) =>
    ok(recording.known(request, at.session).some(({ id }) => id === idsOf(request)[0])),
  ),
);

should`browser: the user agent is the customer's, and not the client's own [CONS-41]`((recording) =>
  every(recording.of(at.sign), sign, ({ json, headers }) =>
    notEqual(json?.customer_user_agent, headers['user-agent'] ?? null),
  ),
);
