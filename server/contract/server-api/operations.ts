/** All operations of this server, and the names of their schemas. */
import {
  appointmentsView,
  appointmentView,
  availabilityView,
  cancelAnswer,
  changeView,
  checkIn,
  reading,
  rescheduleAnswer,
  resultSheet,
  resultsView,
} from '../appointments-api.ts';
import { firstView, firstViewRequest } from '../first-view-api.ts';
import { handoffProfile, handoffView, openHandoff } from '../handoff-api.ts';
import {
  answers,
  draft,
  keptDraft,
  knownProfile,
  openJourney,
  revisit,
  stepAnswer,
} from '../journey-api/answers.ts';
import { uploadedDocument } from '../journey-api/form-views.ts';
import { notice } from '../journey-api/notices.ts';
import { placeView, price } from '../journey-api/place-views.ts';
import { signedConsents } from '../journey-api/signed-consents.ts';
import { journeyView, shows, summary } from '../journey-api/views.ts';
import { capitalize } from '../json-schema.ts';
import { partnerTerms } from '../partner-terms.ts';
import { partnerText } from '../partner-text.ts';
import {
  approvalAnswer,
  evidenceAnswer,
  physicianView,
  presentationNode,
  providerAnswer,
} from '../physician-api.ts';
import { fieldProblem, problem } from '../problem.ts';
import { tokenErrorResponse, tokenRequest, tokenResponse } from '../token-api.ts';
import { appointmentOperations } from './appointment-operations.ts';
import { handoffOperations } from './handoff-operations.ts';
import { journeyOperations } from './journey-operations.ts';
import type { Operations } from './operation.ts';
import { physicianOperations } from './physician-operations.ts';
import {
  documentOperations,
  firstStepOperations,
  healthOperations,
  liveOperations,
  tokenOperations,
  webhookOperations,
} from './server-operations.ts';

/** By method and path. */
export const operations = {
  ...tokenOperations,
  ...liveOperations,
  ...webhookOperations,
  ...healthOperations,
  ...documentOperations,
  ...firstStepOperations,
  ...journeyOperations,
  ...appointmentOperations,
  ...physicianOperations,
  ...handoffOperations,
} as const satisfies Operations;

/** The schemas that have a name in the document. An operation's other schemas are named after it. */
export const schemaNames = {
  Problem: problem,
  FieldProblem: fieldProblem,
  TokenRequest: tokenRequest,
  TokenResponse: tokenResponse,
  TokenError: tokenErrorResponse,
  FirstViewRequest: firstViewRequest,
  FirstView: firstView,
  OpenJourney: openJourney,
  Revisit: revisit,
  JourneyView: journeyView,
  Shows: shows,
  Summary: summary,
  Notice: notice,
  PlaceView: placeView,
  Price: price,
  PartnerTerms: partnerTerms,
  PartnerText: partnerText,
  Draft: draft,
  KeptDraft: keptDraft,
  StepAnswer: stepAnswer,
  KnownProfile: knownProfile,
  UploadedDocument: uploadedDocument,
  ...Object.fromEntries(
    Object.entries(answers).map(([step, answer]) => [`${capitalize(step)}Answer`, answer]),
  ),
  AppointmentsView: appointmentsView,
  AppointmentView: appointmentView,
  ChangeView: changeView,
  AvailabilityView: availabilityView,
  CheckIn: checkIn,
  ResultsView: resultsView,
  SignedConsents: signedConsents,
  ResultSheet: resultSheet,
  Reading: reading,
  CancelAnswer: cancelAnswer,
  RescheduleAnswer: rescheduleAnswer,
  PhysicianView: physicianView,
  PresentationNode: presentationNode,
  ProviderAnswer: providerAnswer,
  ApprovalAnswer: approvalAnswer,
  EvidenceAnswer: evidenceAnswer,
  OpenHandoff: openHandoff,
  HandoffProfile: handoffProfile,
  HandoffView: handoffView,
};
