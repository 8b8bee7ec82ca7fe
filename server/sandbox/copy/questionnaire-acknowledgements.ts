/** The acknowledgements of a questionnaire with their HTML copy (QST-07..QST-09). */
import type { QuestionnaireDefinition } from '../../contract/upstream-api/questionnaire.ts';
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { preparation } from './preparation.ts';

type Acknowledgement = QuestionnaireDefinition['content']['acknowledgements'][number];

/** Creates the acknowledgements of a test, in order. */
export function acknowledgementsOf(testType: TestType): Acknowledgement[] {
  return [
    {
      id: 'answers_are_true',
      label:
        'I confirm that my answers are true and complete, and that I will report any change before my test.',
      required: true,
      copy_format: 'html',
      copy: truthCopy,
    },
    {
      id: 'preparation_understood',
      label: 'I have read the preparation instructions and will follow them.',
      required: true,
      copy_format: 'html',
      copy: preparation(testType),
    },
  ];
}

const truthCopy = `<h3>Why your answers matter</h3>
<p>The location and the reviewing physician rely on your answers to decide whether this test is safe and useful for you. Nobody checks them against your medical records. If an answer is wrong or incomplete, the test may put you at risk, the result may mislead you, or the location may have to turn you away on the day.</p>
<ul>
<li>Answer for yourself, as of today.</li>
<li>If you are not sure, choose the answer that would lead to more care, not less.</li>
<li>If anything changes before your visit, tell the location when you check in, before the test begins.</li>
</ul>
<p>Your answers are kept with your appointment and cannot be edited after you submit them. They are shared with the location, with the reviewing physician and with the staff who support your booking, <strong>and with nobody else</strong> unless the law requires it.</p>
<p>This questionnaire does not replace a conversation with your doctor. If you feel unwell now, with chest pain, trouble breathing or sudden weakness, call 911 &amp; do not wait for your appointment.</p>`;
