/** What the journey reads upstream, an endpoint a line (Endpoints). What does not fit its schema is drift, and an error (VER-02, GAP-113). */
import type { z } from 'zod';
import {
  type Appointment,
  type AppointmentList,
  type AppointmentsQuery,
  appointment,
  appointmentList,
} from '../contract/upstream-api/appointments.ts';
import { type Configuration, configuration } from '../contract/upstream-api/configuration.ts';
import { type ConsentBundle, type ConsentSession, consentSession } from '../contract/upstream-api/consent.ts';
import { type Identity, identity } from '../contract/upstream-api/identity.ts';
import { type Locations, type LocationsQuery, locations } from '../contract/upstream-api/locations.ts';
import {
  type OfferingProduct,
  offeringProduct,
  offeringSchedule,
  type Schedule,
} from '../contract/upstream-api/offerings.ts';
import { type PrescreenForm, prescreenForm } from '../contract/upstream-api/prescreen.ts';
import {
  type AppointmentQuestionnaire,
  appointmentQuestionnaire,
} from '../contract/upstream-api/questionnaire.ts';
import { UpstreamError } from '../errors.ts';
import { type Log, silentLog } from '../http/log.ts';
import { submissionOn } from './assumptions.ts';
import { createConsentBundleRead } from './consent-bundle.ts';
import { fillPath } from './fill-path.ts';
import type { Query, UpstreamHttp } from './http.ts';

export interface JourneyReads {
  configuration(): Promise<Configuration>;
  locations(query: LocationsQuery): Promise<Locations>;
  product(catalogId: string, offeringId: string): Promise<OfferingProduct>;
  /** An empty `available_dates` is an answer, not a fault (DISC-42). */
  schedule(catalogId: string, offeringId: string): Promise<Schedule>;
  identity(id: string): Promise<Identity>;
  consentBundle(testType: string): Promise<ConsentBundle>;
  consentSession(id: string): Promise<ConsentSession>;
  prescreenForm(testType: string): Promise<PrescreenForm>;
  /** The definition pinned to the appointment, never the test type's current one (QST-02, T17). */
  appointmentQuestionnaire(appointmentId: string): Promise<AppointmentQuestionnaire>;
  appointment(appointmentId: string): Promise<Appointment>;
  appointments(query: AppointmentsQuery): Promise<AppointmentList>;
}

/** Parses what a route answered, or throws as for no answer at all. */
export type ReadAs = <S extends z.ZodType>(route: string, schema: S, data: unknown) => z.output<S>;

export function createReads(http: UpstreamHttp, log: Log = silentLog): JourneyReads {
  const readAs: ReadAs = (route, schema, data) => {
    const read = schema.safeParse(data);
    if (read.success) return read.data;
    const paths = read.error.issues.map((issue) => `${issue.path.map(String).join('.')}:${issue.code}`);
    log('upstream.drift', { route, paths: paths.slice(0, 10).join(' ') });
    throw new UpstreamError({ status: 0 });
  };

  async function get<S extends z.ZodType>(
    template: string,
    params: Record<string, string>,
    schema: S,
    query?: Query,
  ): Promise<z.output<S>> {
    try {
      const answer = await http.read(fillPath(template, params), query);
      return readAs(template, schema, answer.data);
    } catch (error) {
      if (error instanceof UpstreamError)
        log('upstream.read_failed', {
          route: template,
          status: error.status,
          code: error.code,
          upstream_request_id: error.requestId,
        });
      throw error;
    }
  }

  const offering = '/v1/locations/{catalogId}/offerings/{offeringId}';
  return {
    configuration: () => get('/v1/integration-configuration', {}, configuration),
    locations: (query) => get('/v1/locations', {}, locations, query),
    product: (catalogId, offeringId) =>
      get(`${offering}/products`, { catalogId, offeringId }, offeringProduct),
    schedule: async (catalogId, offeringId) =>
      (await get(`${offering}/schedule`, { catalogId, offeringId }, offeringSchedule)).schedule,
    identity: (identityId) => get('/v1/api-first/identities/{identityId}', { identityId }, identity),
    consentBundle: createConsentBundleRead(http, readAs),
    consentSession: (sessionId) =>
      get('/v1/api-first/consent-sessions/{sessionId}', { sessionId }, consentSession),
    prescreenForm: (testType) => get('/v1/tests/{testType}/prescreen-form', { testType }, prescreenForm),
    async appointmentQuestionnaire(appointmentId) {
      const route = '/v1/appointments/{appointmentId}/scheduling-questionnaire';
      const read = await get(route, { appointmentId }, appointmentQuestionnaire);
      return { ...read, submission: submissionOn(read) };
    },
    appointment: (appointmentId) => get('/v1/appointments/{appointmentId}', { appointmentId }, appointment),
    appointments: (query) => get('/v1/appointments', {}, appointmentList, query),
  };
}
