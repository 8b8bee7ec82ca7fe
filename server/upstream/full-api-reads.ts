/** Reads of the full API (Endpoints). */
import type { LocationsQuery } from '../contract/upstream-api/locations.ts';
import { UnreadableResponse } from '../core/errors.ts';
import { type Log, silentLog } from '../core/observability/log.ts';
import { type AppointmentReads, createAppointmentReads } from './appointments/reads.ts';
import type { Assumptions } from './assumptions/assumptions.ts';
import { type Configuration, configuration } from './configuration.ts';
import { createConsentBundleRead } from './consent/bundle.ts';
import { type ConsentBundle, type ConsentSession, consentSession } from './consent/responses.ts';
import { createGet, createSharedGet } from './get.ts';
import type { UpstreamHttp } from './http.ts';
import { createProductRead, type ReadProduct } from './offerings/reads.ts';
import {
  type Locations,
  locations,
  type OfferingProduct,
  offeringProductWith,
} from './offerings/responses.ts';
import { asOrdered, identity, type OrderedAppointments } from './orders/responses.ts';
import { type PrescreenForm, prescreenForm } from './prescreen/responses.ts';
import { submissionOn } from './questionnaire/finalized-submission.ts';
import {
  type QuestionnaireDefinition,
  questionnaireDefinition,
  type Submission,
} from './questionnaire/responses.ts';
import { reportResponse } from './report-response.ts';

/** The pinned definition with its finalized submission; null without a submission (GAP-59). */
type AppointmentQuestionnaire = QuestionnaireDefinition & { submission: Submission | null };

/** Reads of the full API; each throws UpstreamError. */
export interface JourneyReads extends Pick<AppointmentReads, 'appointment' | 'appointments' | 'schedule'> {
  product: ReadProduct<OfferingProduct>;
  configuration(): Promise<Configuration>;
  locations(query: LocationsQuery): Promise<Locations>;
  identity(id: string): Promise<{ customer_identity_id: string }>;
  /**
   * Reads the appointments of an order whose response had none.
   * @throws UnreadableResponse if the list has none either: it may be late
   */
  orderedAppointments(orderId: string): Promise<OrderedAppointments>;
  /** Equal bundles can be one object, which nobody may change. */
  consentBundle(testType: string): Promise<ConsentBundle>;
  consentSession(id: string): Promise<ConsentSession>;
  prescreenForm(testType: string): Promise<PrescreenForm>;
  /**
   * The test type's current definition: only a preview, whose id and hash are never submitted (QST-02). Equal
   * definitions are one object, which nobody may change.
   */
  questionnairePreview(testType: string): Promise<QuestionnaireDefinition>;
  /**
   * The definition pinned to the appointment, not the test type's current one (QST-02, T17).
   * @throws Problem 503 `assumption_unmet` if several submissions are possible
   */
  appointmentQuestionnaire(appointmentId: string): Promise<AppointmentQuestionnaire>;
}

/**
 * Creates all reads of the full API with its client. Each read throws UpstreamError.
 * @param log receives failed reads. @default none
 */
export function createReads(
  http: UpstreamHttp,
  assumptions: Assumptions,
  log: Log = silentLog,
): JourneyReads {
  const get = createGet(http, log);
  const getPreview = createSharedGet(http, log);
  const { appointment, appointments, schedule } = createAppointmentReads(http, assumptions, log);
  return {
    product: createProductRead(http, log, offeringProductWith(assumptions.values.product.priceField)),
    schedule,
    appointment,
    appointments,
    configuration: () => get('/v1/integration-configuration', {}, configuration),
    locations: (query) => get('/v1/locations', {}, locations, query),
    identity: (identityId) => get('/v1/api-first/identities/{identityId}', { identityId }, identity),
    async orderedAppointments(orderId) {
      const { items } = await appointments({ order_id: orderId });
      const [first, ...others] = items.map(asOrdered);
      if (first) return [first, ...others];
      reportResponse(log, 'POST /v1/orders', { ok: false, paths: ['appointments'] }, orderId);
      throw new UnreadableResponse();
    },
    consentBundle: createConsentBundleRead(http, log),
    consentSession: (sessionId) =>
      get('/v1/api-first/consent-sessions/{sessionId}', { sessionId }, consentSession),
    prescreenForm: (testType) => get('/v1/tests/{testType}/prescreen-form', { testType }, prescreenForm),
    questionnairePreview: (testType) =>
      getPreview('/v1/tests/{testType}/scheduling-questionnaire', { testType }, questionnaireDefinition),
    async appointmentQuestionnaire(appointmentId) {
      const route = '/v1/appointments/{appointmentId}/scheduling-questionnaire';
      const read = await get(route, { appointmentId }, questionnaireDefinition);
      return { ...read, submission: submissionOn(read, assumptions) };
    },
  };
}
