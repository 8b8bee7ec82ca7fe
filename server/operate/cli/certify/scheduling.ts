/**
 * Compares a booked appointment: its questionnaire, its scheduling request and its changes (GAP-52, GAP-53, GAP-59,
 * GAP-65..GAP-74).
 */
import { appointment } from '../../../contract/upstream-api/appointments.ts';
import { checkInLink } from '../../../contract/upstream-api/check-in-link.ts';
import {
  appointmentQuestionnaire,
  questionnaireSubmission,
} from '../../../contract/upstream-api/questionnaire.ts';
import { signedForm } from '../../../contract/upstream-api/signed-form.ts';
import { UpstreamError } from '../../../core/errors.ts';
import { type Meaning, meaningOf } from '../../../upstream/appointments/status-words.ts';
import { submissionOn, submissionPath } from '../../../upstream/questionnaire/finalized-submission.ts';
import { questionnaireForm } from '../../../upstream/questionnaire/form.ts';
import { sure, unsure } from './guess/guess.ts';
import { guessSubmission } from './guess/guess-answers.ts';
import { readAndCompare } from './reads.ts';
import { type Walk, WalkEnded, write } from './walk.ts';

const pauseMs = 1000;
/** A first choice and three alternates. */
const maxTimes = 4;

/**
 * Answers the questionnaire and requests times.
 * @param times offered times, exactly as the schedule has them; the first four are requested
 * @throws WalkEnded if either is rejected, or if the questionnaire cannot be read
 */
export async function requestTimes(walk: Walk, appointmentId: string, times: string[]): Promise<void> {
  const path = `/v1/appointments/${appointmentId}/scheduling-questionnaire`;
  const what = 'the questionnaire of an appointment';
  const asked = await readAndCompare(walk, what, path, appointmentQuestionnaire);
  if (!asked) throw new WalkEnded();
  walk.learning.compare('the questions of an appointment', (assumptions) =>
    questionnaireForm(asked, assumptions),
  );
  const submitted = await write(
    walk,
    'a submitted questionnaire',
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
    alternate_availabilities: others.slice(0, maxTimes - 1),
  };
  await write(walk, 'a request for times', 'appointment.schedule', { appointmentId }, wanted);
  await readAppointment(walk, 'an appointment after its request', appointmentId, 'requested');
}

/** A read must show the submission, because the server looks there after it lost the response to the write. */
async function compareSubmission(walk: Walk, path: string, submissionId: string): Promise<void> {
  const what = 'the questionnaire after its submission';
  const answered = await readAndCompare(walk, what, path, appointmentQuestionnaire);
  if (!answered) return;
  walk.learning.compare(
    'the submission in a questionnaire',
    (assumptions) => {
      if (!submissionOn(answered, assumptions))
        assumptions.unmet('questionnaire.submissionKeys', submissionPath, answered);
    },
    guessSubmission(answered, submissionId),
  );
}

/**
 * Reads an appointment, compares it and the word of its status, and reports the result.
 * @param what names the read in the report
 * @param expected what its status should mean
 */
export async function readAppointment(
  walk: Walk,
  what: string,
  appointmentId: string,
  expected: Meaning,
): Promise<void> {
  const read = await readAndCompare(walk, what, `/v1/appointments/${appointmentId}`, appointment);
  if (read) compareStatus(walk, `the status of ${what}`, read.status, expected);
}

/** A status with another known meaning is no difference: a location can confirm at once. */
function compareStatus({ learning }: Walk, what: string, status: string, expected: Meaning): void {
  const entry = `appointment.statusWords.${expected}` as const;
  const names = /^[a-z][a-z_ -]{0,40}$/i.test(status) ? [status] : [];
  learning.compare(
    what,
    (assumptions) => {
      if (meaningOf(status, assumptions.values.appointment.statusWords) === null)
        assumptions.unmet(entry, 'appointment.status');
    },
    // Only after a cancel of its own is the meaning certain.
    { [entry]: () => (expected === 'canceled' ? sure(...names) : unsure(names, otherMeaning)) },
  );
}

const otherMeaning = 'If the word has another meaning, add it to the entry of that meaning.';

/**
 * Compares the check-in link and a reschedule if the location confirms in time, and the signed form if there is one.
 * @param times the offered times of the request; the reschedule uses those after the first four
 * @param waitMs how long to wait for the confirmation, in milliseconds; only the location or the service's support
 *   confirms
 * @throws WalkEnded if a change is rejected
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
    const why = `the appointment was not confirmed within ${waitMs / 1000} s; with --wait SECONDS the service's support can confirm it in time`;
    walk.comparison.skipped('a check-in link', why);
    walk.comparison.skipped('a reschedule', why);
  }
  await readSignedForm(walk, appointmentId);
}

/** A read that fails is tried again. */
function onlyUpstream(error: unknown): null {
  if (error instanceof UpstreamError) return null;
  throw error;
}

async function isConfirmed(
  { http, clock, signal, learning }: Walk,
  appointmentId: string,
  waitMs: number,
): Promise<boolean> {
  for (const endsAt = clock.elapsed() + waitMs; ; await clock.sleep(pauseMs)) {
    const read = await http
      .read('/v1/appointments/{appointmentId}', { params: { appointmentId } })
      .catch(onlyUpstream);
    const found = appointment.safeParse(read?.data).data;
    if (found && meaningOf(found.status, learning.values().appointment.statusWords) === 'confirmed')
      return true;
    if (clock.elapsed() >= endsAt || signal?.aborted) return false;
  }
}

/** The address gives access to the page, so it is neither printed nor opened. */
async function readCheckInLink(walk: Walk, appointmentId: string): Promise<void> {
  const path = `/v1/appointments/${appointmentId}/check-in-link`;
  const found = await readAndCompare(walk, 'a check-in link', path, checkInLink);
  if (!found) return;
  const what = 'the address of a check-in link';
  if (walk.http.documents.mayLinkTo(found.url)) walk.comparison.same(what);
  else walk.comparison.differs(what, 'it is not an HTTPS address, so customers are not sent there');
}

async function reschedule(walk: Walk, appointmentId: string, times: string[]): Promise<void> {
  const [first, ...others] = times.slice(maxTimes);
  if (!first) return walk.comparison.skipped('a reschedule', 'the offering has only four times or fewer');
  const wanted = {
    new_requested_date: first,
    alternate_availabilities: others.slice(0, maxTimes - 1),
    confirm_within_24_hour_penalty: true,
  };
  await write(walk, 'a reschedule', 'appointment.reschedule', { appointmentId }, wanted);
  await readAppointment(walk, 'an appointment after its reschedule', appointmentId, 'requested');
}

/** A signed form exists only after the physician's order is complete, so its absence is not a difference. */
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
    comparison.skipped(
      what,
      `the service has none for this appointment (${answered}); you may have to add its host to DOCUMENT_HOSTS`,
    );
  }
}
