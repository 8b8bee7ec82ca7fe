/** The scheduling questionnaire: preview, the definition pinned to an appointment, and its only submission (Questionnaire and scheduling; QST-01..QST-26, GAP-58..GAP-60). */
import type { z } from 'zod';
import {
  type AppointmentQuestionnaire,
  appointmentQuestionnaire,
  type QuestionnaireDefinition,
  type QuestionnaireRequest,
  type QuestionnaireSubmission,
  questionnaireRequest,
  questionnaireDefinition as questionnaireShape,
  questionnaireSubmission,
} from '../../contract/upstream-api/questionnaire.ts';
import { ageYears } from '../age-years.ts';
import { type ApiError, codedError } from '../engine/api-error.ts';
import { nextId } from '../engine/ids.ts';
import { defineRoute } from '../engine/route.ts';
import { questionnaireDefinition } from '../forms/questionnaire.ts';
import { questionnaireOutcome } from '../forms/questionnaire-outcome.ts';
import { type AppointmentRecord, type State, templateVersion } from '../state.ts';
import { findAppointment } from './appointments.ts';

/** The routes of questionnaires. */
export const questionnaireRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/tests/:testType/scheduling-questionnaire',
    summary: 'Preview the scheduling questionnaire of a test',
    responses: { 200: questionnaireShape },
    handler({ params }, state) {
      const version = templateVersion(state, 'questionnaire', params.testType);
      return { status: 200, data: questionnaireDefinition(params.testType, version) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/appointments/:appointmentId/scheduling-questionnaire',
    summary: 'Read the scheduling questionnaire of an appointment',
    responses: { 200: appointmentQuestionnaire },
    handler({ key, params }, state) {
      const appointment = findAppointment(state, key.prefix, params.appointmentId);
      const data: AppointmentQuestionnaire = {
        ...pinnedDefinition(appointment),
        submission: appointment.submission,
      };
      return { status: 200, data };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/appointments/:appointmentId/scheduling-questionnaire',
    summary: 'Submit the scheduling questionnaire of an appointment',
    responses: { 201: questionnaireSubmission },
    idempotencyKey: 'required',
    body: questionnaireRequest,
    bodyError: nonBooleanError,
    handler({ key, params, body, now }, state) {
      const appointment = findAppointment(state, key.prefix, params.appointmentId);
      if (appointment.submission !== null)
        throw codedError(409, 'QUESTIONNAIRE_ALREADY_SUBMITTED', 'The questionnaire was submitted already.');
      const definition = pinnedDefinition(appointment);
      if (body.questionnaire_definition_id !== definition.id || body.content_hash !== definition.content_hash)
        throw codedError(
          409,
          'QUESTIONNAIRE_VERSION_MISMATCH',
          'This is not the definition pinned to the appointment.',
        );
      checkComplete(definition, body);
      const submission: QuestionnaireSubmission = {
        appointment_id: appointment.appointment_id,
        questionnaire_definition_id: definition.id,
        questionnaire_submission_id: nextId(state.counters, 'questionnaire submission'),
        questionnaire_version: definition.version,
        content_hash: definition.content_hash,
        completed_at: now.toISOString(),
        status: 'finalized',
        outcome: {
          ...questionnaireOutcome(
            appointment.test_type,
            body.answers,
            ageYears(birthDate(state, appointment), now),
          ),
        },
      };
      appointment.submission = submission;
      appointment.answers = body.answers;
      appointment.updated_at = now.toISOString();
      return { status: 201, data: submission };
    },
  }),
];

function pinnedDefinition(appointment: AppointmentRecord): QuestionnaireDefinition {
  return questionnaireDefinition(appointment.test_type, appointment.questionnaire_version);
}

function nonBooleanError(error: z.ZodError): ApiError | undefined {
  const faults: Faults = { answers: {}, acknowledgements: {} };
  for (const { path, message } of error.issues) {
    const [part, id] = path;
    if ((part !== 'answers' && part !== 'acknowledgements') || id === undefined) return undefined;
    faults[part][String(id)] = message;
  }
  return questionnaireError(faults);
}

interface Faults {
  answers: Record<string, string>;
  acknowledgements: Record<string, string>;
}

/** @throws ApiError 422 if a required answer or acknowledgement is missing, or one is unknown (GAP-60) */
function checkComplete({ content }: QuestionnaireDefinition, body: QuestionnaireRequest): void {
  const faults: Faults = {
    answers: unknownOf(body.answers, content.fields),
    acknowledgements: unknownOf(body.acknowledgements, content.acknowledgements),
  };
  for (const { id, required } of content.fields)
    if (required && body.answers[id] === undefined) faults.answers[id] = 'is required';
  for (const { id, required } of content.acknowledgements)
    if (required && body.acknowledgements[id] !== true) faults.acknowledgements[id] = 'must be acknowledged';
  if (Object.keys(faults.answers).length > 0 || Object.keys(faults.acknowledgements).length > 0)
    throw questionnaireError(faults);
}

function unknownOf(given: Record<string, boolean>, known: { id: string }[]): Record<string, string> {
  const unknown = Object.keys(given).filter((id) => known.every((item) => item.id !== id));
  return Object.fromEntries(unknown.map((id) => [id, 'is not part of the questionnaire']));
}

function questionnaireError(faults: Faults): ApiError {
  return codedError(422, 'QUESTIONNAIRE_VALIDATION_FAILED', 'The questionnaire answers are not valid.', {
    ...faults,
  });
}

function birthDate(state: State, appointment: AppointmentRecord): string {
  return state.orders.get(appointment.order_id)?.booking.customer.date_of_birth ?? '';
}
