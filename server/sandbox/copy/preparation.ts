/** Preparation for each test: the HTML copy of the second acknowledgement (QST-07). */
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { testFacts } from '../catalog/test-facts.ts';

const instructions: Readonly<Record<TestType, readonly string[]>> = {
  DEXA: [
    'Do not take calcium supplements in the 24 hours before your scan.',
    'Wear clothes without metal zips, buttons, hooks or underwire, and leave jewelry at home.',
    'Do not exercise hard on the day of your scan, and empty your bladder just before it.',
    'Drink water as usual; avoid a large meal in the 3 hours before.',
  ],
  DEXABMD: [
    'Do not take calcium supplements in the 24 hours before your scan.',
    'Wear clothes without metal zips, buttons, hooks or underwire.',
    'Bring the report of any earlier bone density scan, if you have one.',
    'Tell staff about any metal in your hips or lower back.',
  ],
  VO2: [
    'Do not exercise hard in the 24 hours before your test.',
    'Do not eat a large meal, smoke or drink alcohol in the 3 hours before.',
    'Do not have caffeine in the 4 hours before; drink plenty of water.',
    'Wear running shoes and clothes that you can sweat in, and bring a towel.',
    'Take your medicines as usual unless your doctor has told you otherwise.',
  ],
  CALST: [
    'Do not smoke or have caffeine in the 4 hours before your scan, since both raise the heart rate.',
    'You may eat, drink water and take your medicines as usual.',
    'Wear a two-piece outfit; you may be asked to change into a gown.',
    'Arrive 15 minutes early, so that your heart rate can settle.',
  ],
  RMR: [
    'Do not eat in the 4 hours before your test; overnight is better.',
    'Do not have caffeine or nicotine on the day of the test.',
    'Do not exercise in the 12 hours before.',
    'Rest for 15 minutes before you come in, and avoid rushing.',
  ],
  BODPOD: [
    'Wear close-fitting swimwear or compression shorts, and a swim cap if you have one.',
    'Do not eat, drink or exercise in the 2 hours before.',
    'Remove jewelry and glasses, and dry your skin and hair fully.',
  ],
  HYDROSTATIC: [
    'Bring a swimsuit and a towel; remove jewelry before you enter the water.',
    'Do not eat in the 3 hours before, and avoid foods that cause gas.',
    'Do not use lotion or oil on your skin that day.',
    'Tell staff at once if you want to stop.',
  ],
  SECA: [
    'Do not exercise in the 12 hours before the measurement.',
    'Drink water as usual; avoid alcohol in the 24 hours before.',
    'You will stand barefoot: wear shoes and socks that come off easily.',
  ],
};

/** Creates the instructions as HTML. */
export function preparation(testType: TestType): string {
  const { name, durationMinutes, procedure } = testFacts[testType];
  const items = instructions[testType].map((instruction) => `<li>${instruction}</li>`).join('\n');
  return `<h3>How to prepare for your ${name}</h3>
<p>Plan on about <strong>${durationMinutes} minutes</strong> at the location, and a little longer on your first visit. During the test, ${procedure}.</p>
<ol>
${items}
</ol>
<p>Bring a photo ID and the email address you booked with. If you arrive more than 10 minutes late or unprepared, the location may have to move your appointment, and a fee may apply. You may stop the test at any time by telling the staff.</p>
<p>Most people leave right afterwards and go about their day. Your result is prepared after the visit and is <em>not</em> handed out at the front desk.</p>`;
}
