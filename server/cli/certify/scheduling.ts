/** A booked appointment: its questionnaire, the request for times, and what can be changed afterwards (GAP-52, GAP-53, GAP-59, GAP-65..GAP-74). */
import { setTimeout as sleep } from 'node:timers/promises';
import { appointment } from '../../contract/upstream-api/appointments.ts';
import { checkInLink } from '../../contract/upstream-api/check-in-link.ts';
import {
  appointmentQuestionnaire,
  questionnaireSubmission,
} from '../../contract/upstream-api/questionnaire.ts';
import { signedForm } from '../../contract/upstream-api/signed-form.ts';
import { UpstreamError } from '../../errors.ts';
import { submissionOn, submissionPath } from '../../upstream/questionnaire/finalized-submission.ts';
import { guessSubmission } from './guess/guess-answers.ts';
import { readAndCompare } from './reads.ts';
import { type Walk, WalkEnded, write } from './walk.ts';

const pauseMs = 1000;
/** A request may name four times: its first choice and three alternates. */
const timesAtMost = 4;

/** @throws WalkEnded where the questionnaire or the request is refused */
export async function requestTimes(walk: Walk, appointmentId: string, times: string[]): Promise<void> {
  const path = `/v1/appointments/${appointmentId}/scheduling-questionnaire`;
  const what = 'the questionnaire of an appointment';
  const asked = await readAndCompare(walk, what, path, appointmentQuestionnaire);
  if (!asked) throw new WalkEnded();
  const submitted = await write(
    walk,
    'an answered questionnaire',
    'questionnaire.submit',
    { appointmentId },
    {
      questionnaire_definition_id: asked.id,
      content_hash: asked.content_hash,
      answers: Object.fromEntries(asked.content.fields.map(({ id }) => [id, false])),
      acknowledgements: Object.fromEntries(asked.content.acknowledgements.map(({ id }) => [id, true])),
    },
  );
  const { questionnaire_submission_id: id } = questionnaireSubmission.parse(submitted);
  await compareSubmission(walk, path, id);
  const [first, ...others] = times;
  const wanted = {
    selected_appointment_date: first,
    alternate_availabilities: others.slice(0, timesAtMost - 1),
  };
  await write(walk, 'a request for times', 'appointment.schedule', { appointmentId }, wanted);
  await readAppointment(walk, 'an appointment behind its request', appointmentId);
}

/** What was submitted has to be on the appointment's own read: a lost answer is found there. */
async function compareSubmission(walk: Walk, path: string, submissionId: string): Promise<void> {
  const what = 'the questionnaire once answered';
  const answered = await readAndCompare(walk, what, path, appointmentQuestionnaire);
  if (!answered) return;
  walk.learning.compare(
    'where an answered questionnaire has its submission',
    (assumptions) => {
      if (!submissionOn(answered, assumptions))
        assumptions.unmet('questionnaire.submissionKeys', submissionPath, answered);
    },
    guessSubmission(answered, submissionId),
  );
}

/** Reads and compares one appointment; null where it does not fit. */
export const readAppointment = (walk: Walk, what: string, appointmentId: string) =>
  readAndCompare(walk, what, `/v1/appointments/${appointmentId}`, appointment);

/**
 * The check-in link and a reschedule, where the location confirms in time; the signed form, where there is one; and the
 * cancel at the end.
 * @param waitMs how long to wait for the confirmation, which only the location or the service's support can give
 */
export async function certifyChanges(
  walk: Walk,
  appointmentId: string,
  times: string[],
  waitMs: number,
): Promise<void> {
  if (await isConfirmed(walk, appointmentId, waitMs)) {
    await readCheckInLink(walk, appointmentId);
    await reschedule(walk, appointmentId, times);
  } else {
    const why = `the appointment was not confirmed within ${waitMs / 1000} s; --wait SECONDS waits while the service's support confirms it`;
    walk.comparison.left('a check-in link', why);
    walk.comparison.left('a reschedule', why);
  }
  await readSignedForm(walk, appointmentId);
  const confirmed = { confirm_within_24_hour_penalty: true, reason: 'certification' };
  await write(walk, 'a cancel', 'appointment.cancel', { appointmentId }, confirmed);
}

async function isConfirmed({ http }: Walk, appointmentId: string, waitMs: number): Promise<boolean> {
  for (const endsAt = performance.now() + waitMs; ; await sleep(pauseMs)) {
    const { data } = await http.read('/v1/appointments/{appointmentId}', { params: { appointmentId } });
    if (appointment.safeParse(data).data?.status === 'confirmed') return true;
    if (performance.now() >= endsAt) return false;
  }
}

/** The address itself is a key to the page: nothing of it is printed, and nobody opens it. */
async function readCheckInLink(walk: Walk, appointmentId: string): Promise<void> {
  const path = `/v1/appointments/${appointmentId}/check-in-link`;
  const found = await readAndCompare(walk, 'a check-in link', path, checkInLink);
  if (!found) return;
  const what = 'the address of a check-in link';
  if (walk.http.documents.mayLinkTo(found.url)) walk.comparison.same(what);
  else walk.comparison.differs(what, 'a customer is not sent there: it is no https address');
}

async function reschedule(walk: Walk, appointmentId: string, times: string[]): Promise<void> {
  const [first, ...others] = times.slice(timesAtMost);
  if (!first) return walk.comparison.left('a reschedule', 'the offering has no more than four times');
  const wanted = {
    new_requested_date: first,
    alternate_availabilities: others.slice(0, timesAtMost - 1),
    confirm_within_24_hour_penalty: true,
  };
  await write(walk, 'a reschedule', 'appointment.reschedule', { appointmentId }, wanted);
  await readAppointment(walk, 'an appointment behind its reschedule', appointmentId);
}

/** There is none before a physician's order is complete, so its absence says nothing. */
async function readSignedForm({ http, comparison }: Walk, appointmentId: string): Promise<void> {
  const what = 'a signed form';
  try {
    const { data } = await http.read('/v1/appointments/{appointmentId}/signed-form', {
      params: { appointmentId },
    });
    const found = signedForm.safeParse(data);
    if (!found.success) return comparison.differs(what, 'it does not have the fields of a signed form');
    comparison.same(what);
    comparison.documentAt(found.data.signed_form_url);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const answered = `${error.status} ${error.code ?? ''}`.trim();
    comparison.left(
      what,
      `the service has none for this appointment (${answered}); its host may have to be added to DOCUMENT_HOSTS`,
    );
  }
}
