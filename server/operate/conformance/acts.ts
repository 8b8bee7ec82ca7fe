/**
 * What somebody at the service would have to do so that a check of the profile `levers` could be tried there: an act, and
 * its checks.
 */
const acts: readonly [act: string, ids: string][] = [
  ['Confirm an appointment for its second alternate time', 'appointments/confirm'],
  ['Confirm an appointment, then move it to another time', 'appointments/change'],
  [
    'Confirm one appointment with a no-show, and one with results in progress, ready and completed',
    'appointments/states',
  ],
  ['Confirm an appointment, and say when', 'appointments/updated'],
  ["Complete the physician's order of an appointment", 'appointments/physician-fields'],
  ['Take write:appointments from a key', 'changes/scopes'],
  ['Record a no-show of a confirmed appointment', 'changes/cancel-states documents/form-states'],
  [
    'Confirm three appointments for a time within the next 24 hours, and one for just after them',
    'changes/window changes/window-end',
  ],
  ['Confirm two appointments for a time within the next two hours', 'changes/aliases'],
  ['Confirm an appointment, and again after its reschedule', 'changes/reschedule documents/link-rescheduled'],
  ['Switch off the calendar of reschedules, then on again', 'changes/calendar'],
  [
    'Publish a new version of a consent template during the run',
    'consent/etag-changes consent/one-open consent/open-blocks',
  ],
  [
    'Publish a new version of a consent template, and change the consent mode of a key, during the run',
    'consent/pinned',
  ],
  ['Shorten the life of consent sessions to one minute', 'consent/expiry'],
  ['Shorten the life of consent grants to one minute', 'orders/grant-expiry'],
  ['Change the consent mode of a key during the run', 'orders/sources orders/frozen evidence/list-queries'],
  ['Confirm an appointment of six hours ago, and say when its link ends', 'documents/link-page'],
  ['Confirm four appointments, then move, cancel, refund and record a no-show', 'documents/link-ends'],
  ['Show what the service records of a request for a link', 'documents/link-hidden'],
  ['Confirm an appointment, then set it to results in progress', 'documents/link-states'],
  ['Take read:appointments from a key', 'documents/scopes'],
  ["Complete a physician's order, and say when an hour has passed", 'documents/form'],
  ['Make the results of two appointments ready', 'documents/results documents/result-fields'],
  ['Issue two keys, each with only one scope of evidence', 'evidence/scopes physician/scopes'],
  [
    'Let evidence stay in processing, then accept, reject and fail one record each',
    'evidence/outcomes evidence/usable evidence/outcomes-told',
  ],
  ['Hold, reject and accept evidence of orders on paper', 'paper-orders/physician-order'],
  ['Shorten the life of upload sessions to one minute', 'uploads/expired-upload'],
  ['Hold evidence in processing for a minute', 'uploads/upload-refusals'],
  [
    'Publish a new version of an order template, and change the mode of a key, during the run',
    'physician/template',
  ],
  ["Remove the attestation, then the template, of a key's structured orders", 'physician/not-configured'],
  ['Let the document of a signed order take 20 seconds', 'physician/finalize'],
  ['Fail the document of a signed order', 'physician/refusals'],
  ['Publish a new version of a questionnaire during the run', 'scheduling/pinned'],
  ['Say which answers of the questionnaires exclude a customer', 'scheduling/outcomes scheduling/unanswered'],
  ['Book an offered time for somebody else during the run', 'scheduling/taken discovery/taken'],
  ['Decline an appointment', 'scheduling/declined'],
  ['Name locations with a note, without times, and with a calendar that fails', 'discovery/traits'],
  ['Issue keys of two partners with different prices', 'discovery/price-of-key'],
  ['Withhold the configuration of a key', 'discovery/configuration-unavailable'],
  ['Issue a key of each of the six configurations', 'discovery/six-configurations'],
  ['Say which dates of birth are at the limits of age on the day of the run', 'handoff/limits'],
  ['Change the hosts that a key may return to', 'handoff/hosts'],
  ['Say which field of a handoff has the address of the page', 'handoff/page'],
  [
    "Show the text of a structured order of each test, and say which of its parts are the specification's",
    'physician/presentation',
  ],
  ['Make a key inactive', 'rules/inactive'],
  ['Issue a key without scopes', 'rules/scope rules/scopes'],
  ['Switch off three endpoints of a key', 'rules/disabled'],
  ['Limit a key to two requests per second', 'rules/rate'],
  ['Remove the registrations of webhooks that a run makes', 'webhooks/register webhooks/registration'],
  [
    'Deliver webhooks to an address that the suite listens to',
    'webhooks/lifecycle webhooks/own-changes webhooks/silent-changes webhooks/signature webhooks/subscription webhooks/evidence webhooks/evidence-object webhooks/ends webhooks/retries webhooks/six',
  ],
  [
    'Hold requests in progress, or let them fail, on purpose: only a sandbox can do this',
    'changes/in-progress physician/in-progress uploads/retry rules/in-progress-identity rules/in-progress-consent-session rules/in-progress-consent-finalize rules/in-progress-prescreen rules/in-progress-order rules/in-progress-questionnaire rules/in-progress-schedule',
  ],
];

const byCheck = new Map(acts.flatMap(([act, ids]) => ids.split(' ').map((id) => [id, act] as const)));

/** The checks that have an act. */
export const checksWithAct: ReadonlySet<string> = new Set(byCheck.keys());

/** @returns the act, as a request to support begins with it */
export const actOf = (id: string): string => byCheck.get(id) ?? 'Try it at a sandbox';
