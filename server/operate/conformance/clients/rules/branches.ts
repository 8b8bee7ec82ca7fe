/** The configured branches, the flow, and the order of requests. */
import { ok } from 'node:assert/strict';
import { defineRules } from '../../check.ts';
import { at, ofEvidence } from '../../endpoints.ts';
import { every, isWrite, type Recorded } from '../recording.ts';
import type { Scenario } from '../scenarios.ts';

const { rules, must } = defineRules('branches', 'Integration configuration');
/** The rules of this area. */
export const branches = rules;

const book = 'Book an appointment';
const consentSessions = /consent-(bundles|sessions)/;
const consentEvidence = /consent-evidence/;
const orderEvidence = /physician-order-evidence/;
const orderSessions = /physician-order-(bundle|sessions)/;

/** Requests that a branch has are in it, and no others of its kind. */
const apart = (all: readonly Recorded[], kinds: RegExp[], allowed: (scenario: Scenario) => RegExp | null) =>
  every(all, book, ({ scenario, path }) => {
    const kind = kinds.find((each) => each.test(path));
    ok(!kind || kind === allowed(scenario), 'is of another branch');
  });

must`configuration: the client reads how its key is provisioned before it writes [CFG-02]`((recording) =>
  every(
    recording.exchanges.filter((each) => isWrite(each) && each.endpoint !== at.webhooks),
    book,
    (write) => ok(recording.known(write, at.configuration).length > 0, 'comes before'),
  ),
);

must`consent: only the configured branch of the consent is called [CFG-09] [CONS-02] [CEV-09]`(
  ({ exchanges }) =>
    apart(exchanges, [consentSessions, consentEvidence], ({ key }) =>
      key.customer_consent_mode === 'api_partner_pdf' ? consentEvidence : consentSessions,
    ),
);

must`physician: only the configured branch of the physician's order is called [CFG-24] [PEV-15] [PHY-42]`(
  ({ exchanges }) =>
    apart(exchanges, [orderEvidence, orderSessions], ({ key }) =>
      key.physician_order_mode === 'service_service'
        ? null
        : key.physician_order_mode === 'structured_api'
          ? orderSessions
          : orderEvidence,
    ),
);

must`flow: no endpoint of the other flow is called [HND-03] [HND-04]`((recording) =>
  every(recording.of(at.schedule, at.handoff), book, ({ endpoint, scenario }) => {
    const isCoBranded = scenario.key.flow === 'co_branded';
    ok(endpoint === (isCoBranded ? at.handoff : at.schedule), 'is of the other flow');
  }),
);

must`order-after-consent: an order comes after the consent [CFG-14]`((recording) =>
  every(recording.of(at.order), book, (order) =>
    ok(
      recording.known(order, at.sign, ...ofEvidence.read, ...ofEvidence.complete).length > 0,
      'comes before it',
    ),
  ),
);

must`questionnaire-before-times: the questionnaire is answered before a time is asked for [QST-24]`(
  (recording) =>
    every(recording.of(at.schedule), book, (schedule) =>
      ok(recording.knownOf(schedule, at.questionnaire).length > 0, 'comes before it'),
    ),
);

must`physician-after-times: the physician's order begins after a time was asked for [CFG-15] [PEV-05]`(
  (recording) =>
    every(
      recording.of(at.orderBundle, at.orderSession, at.physicianEvidence),
      'Let a physician order the test',
      (request) => ok(recording.knownOf(request, at.schedule).length > 0, 'comes before it'),
    ),
);
