/** The prescreen and questionnaire steps: questions as their definitions word them. */
import { assert, equal, until } from './assert.ts';
import {
  all,
  at,
  byId,
  focused,
  lastOf,
  one,
  press,
  settled,
  submit,
  tick,
  words,
  write,
} from './gallery/controls.ts';
import {
  bornHealthCheck,
  healthCheck,
  looseQuestionnaire,
  mixedQuestionnaire,
  questionnaire,
  sectionedQuestionnaire,
  strangeHealthCheck,
} from './gallery/legal.ts';

type Step = Parameters<typeof submit>[0];

/** The second option of each yes and no question. */
async function sayNo(step: Step): Promise<void> {
  for (const group of all(step, '[role="radiogroup"]')) {
    group.querySelectorAll<HTMLInputElement>('input')[1]?.click();
    await settled(step);
  }
}

describe('<dx-prescreen-step>', () => {
  it('renders sections, fields and options in the order given, with copy unchanged [PRE-05] [PRE-08] [PRE-09]', async () => {
    const options = [
      { value: false, label: 'Nope ' },
      { value: true, label: 'Yep' },
    ];
    const field = {
      name: 'x',
      label: 'Really  ?',
      help: null,
      control: 'boolean_radio',
      required: true,
      options,
    } as const;
    const sections = [...healthCheck.sections, { id: 'own', title: ' Own ', help: null, fields: [field] }];
    const { step } = await at({ shows: { ...healthCheck, sections, submit_button_text: 'GO now' } });
    const group = all(step, '[role="radiogroup"]').at(-1);
    equal(group?.querySelector('legend')?.textContent, 'Really  ?');
    equal(
      [...(group?.querySelectorAll('.choice') ?? [])].map(({ textContent }) => textContent),
      ['Nope ', 'Yep'],
    );
    await sayNo(step);
    for (const [id, text] of [
      ['dob', '3'],
      ['dob-day', '4'],
      ['dob-year', '1985'],
    ] as const)
      await write(step, id, text);
    await tick(step, 'pcp_consent');
    await submit(step);
    equal(words(one(step, '.primary .ready')), 'GO now');
  });

  it('draws no heading for a section without a title [PRE-10]', async () => {
    const { step } = await at({ shows: strangeHealthCheck() });
    equal(all(step, 'section h3').length, 0);
  });

  it('shows three inputs for date_parts and sends MM/DD/YYYY [PRE-06] [PRE-07]', async () => {
    const { step, received } = await at({ shows: healthCheck });
    await write(step, 'dob', '3');
    await write(step, 'dob-day', '4');
    await write(step, 'dob-year', '1985');
    await sayNo(step);
    await tick(step, 'pcp_consent');
    await submit(step);
    await submit(step);
    const { fields } = lastOf(received, 'dx-answer') as { fields: Record<string, unknown> };
    equal(fields.dob, '03/04/1985');
    equal(fields.smoker, false);
    equal(fields.pcp_consent, true);
    equal('pcp_name' in fields, false);
  });

  it('shows the date of birth of the profile as a line that is changed in the details [PRE-07] [GAP-46]', async () => {
    const { step, received } = await at({ shows: bornHealthCheck });
    equal(all(step, '.date-parts').length, 0);
    assert(words(one(step, '.facts')).startsWith('Date of birth April 12, 1979'), 'the fact');
    // A name of two texts would be read with a space before the colon.
    const [shown, read] = one(step, '.facts button').children;
    equal([shown?.ariaHidden, read?.textContent], ['true', 'Change: Date of birth']);
    await press(step, 'Change');
    equal(lastOf(received, 'dx-revisit'), { step: 'identity' });
    await sayNo(step);
    equal((lastOf(received, 'dx-draft') as { dates: object }).dates, {});
    await tick(step, 'pcp_consent');
    await submit(step);
    await submit(step);
    equal((lastOf(received, 'dx-answer') as { fields: { dob: string } }).fields.dob, '04/12/1979');
  });

  it('counts all questions and boxes in view, and says when the rest is optional', async () => {
    const { step } = await at({ shows: bornHealthCheck });
    const count = () => words(one(step, '.answered'));
    equal(count(), '1 of 13 answered');
    equal(getComputedStyle(one(step, '.answered')).position, 'sticky');
    await sayNo(step);
    equal(count(), '10 of 13 answered');
    await tick(step, 'pcp_consent');
    equal(count(), '11 of 13 answered. The rest is optional.');
  });

  it('shows the answers before it sends them with the words of the service, and leads back to each [PRE-09]', async () => {
    const { step, received } = await at({ shows: bornHealthCheck });
    await sayNo(step);
    await tick(step, 'pcp_consent');
    await submit(step);
    equal(lastOf(received, 'dx-answer'), undefined);
    assert(focused(step) === one(step, 'h2'), 'the heading of the review has the focus');
    equal(words(one(step, '.primary .ready')), bornHealthCheck.submit_button_text);
    const smoker = all(step, '.facts > div').find((line) => words(line).startsWith('Do you smoke'));
    equal(words(smoker?.querySelector('dd') as Element), 'No');
    smoker?.querySelector('button')?.click();
    await settled(step);
    equal(focused(step)?.id, 'smoker');
    await tick(step, 'smoker');
    await submit(step);
    await submit(step);
    const { fields } = lastOf(received, 'dx-answer') as { fields: Record<string, unknown> };
    equal([fields.smoker, fields.diabetes], [true, false]);
  });

  it('says at the review what to do in an emergency after a "Yes" to symptoms of the heart, before anything is paid', async () => {
    const { step } = await at({ shows: bornHealthCheck });
    await sayNo(step);
    await tick(step, 'pcp_consent');
    await submit(step);
    equal(all(step, '.emergency').length, 0);
    await press(step, 'Back');
    await tick(step, 'symptoms_heart_disease');
    await submit(step);
    assert(
      words(one(step, 'div:has(> h2) + .emergency')).includes('911'),
      'the first text below the heading',
    );
  });

  it('asks for a phone number as a phone number', async () => {
    const { step } = await at({ shows: healthCheck });
    equal([byId(step, 'pcp_phone').type, byId(step, 'pcp_name').type], ['tel', 'text']);
  });

  it('asks for pcp_consent separately, unticked, every time [PRE-11] [PRE-12]', async () => {
    const { step, received } = await at({ shows: healthCheck, draft: { given: { smoker: true } } });
    equal(byId(step, 'pcp_consent').checked, false);
    await tick(step, 'pcp_consent');
    const { given } = lastOf(received, 'dx-draft') as { given: object };
    equal(given, { smoker: true });
    await tick(step, 'pcp_consent');
    await submit(step);
    assert(
      words(byId(step, 'pcp_consent-error')).startsWith('Check this box to continue.'),
      'it is asked for',
    );
    equal(lastOf(received, 'dx-answer'), undefined);
  });

  it('shows an unknown optional control as text, flagged, and a number with its unit', async () => {
    const { step, received } = await at({ shows: strangeHealthCheck() });
    assert(words(byId(step, 'mood-hint')).startsWith('Answer in your own words'), 'flagged');
    equal([byId(step, 'weight').inputMode, words(byId(step, 'weight-hint'))], ['decimal', 'kg']);
    await write(step, 'weight', 'heavy');
    await tick(step, 'pcp_consent');
    await submit(step);
    equal(words(byId(step, 'weight-error')), 'Enter a number, such as 72 or 1.5.');
    await write(step, 'weight', '9'.repeat(400));
    await write(step, 'mood', 'm'.repeat(201));
    await submit(step);
    equal(words(byId(step, 'weight-error')), 'Enter a number, such as 72 or 1.5.');
    equal(words(byId(step, 'mood-error')), 'Your answer is too long. Use 200 characters or fewer.');
    await write(step, 'mood', '');
    await write(step, 'weight', '72,5');
    await submit(step);
    await submit(step);
    equal(lastOf(received, 'dx-answer'), { fields: { weight: 72.5, pcp_consent: true } });
  });

  it('shows the text of the service beside titles, labels and the permission', async () => {
    const [section, ...others] = healthCheck.sections;
    const [asked, ...fields] = others[0]?.fields ?? [];
    if (!section || !asked) throw new Error('the health check has two sections with fields');
    const first = { ...section, help: 'About you.' };
    const second = {
      id: 'heart',
      title: null,
      help: null,
      fields: [{ ...asked, help: 'If unsure, yes.' }, ...fields],
    };
    const consent = { ...healthCheck.consent, help: 'Only about this test.' };
    const { step } = await at({
      shows: { ...healthCheck, help: 'Take your time.', sections: [first, second], consent },
    });
    equal(all(step, '.hint').map(words), [
      'Take your time.',
      'About you.',
      'If unsure, yes.',
      'Only about this test.',
    ]);
    equal(byId(step, asked.name).closest('fieldset')?.getAttribute('aria-describedby'), `${asked.name}-hint`);
  });
});

describe('<dx-questionnaire-step>', () => {
  it('renders sections, fields and acknowledgements in order with their flags [QST-25]', async () => {
    const { step } = await at({ shows: questionnaire });
    equal(
      all(step, 'section > h3').map(words),
      questionnaire.sections.map(({ title }) => title ?? ''),
    );
    equal(all(step, '[role="radiogroup"]').length, questionnaire.fields.length);
    equal(all(step, '[role="radiogroup"][aria-required="false"]').length, 2);
  });

  it('shows fields under the section that they name, and keeps all titles when they name none [QST-25]', async () => {
    const sectioned = await at({ shows: sectionedQuestionnaire });
    equal(all(sectioned.step, 'section > h3').map(words), ['Before a CT scan', 'Your heart']);
    const loose = await at({ shows: looseQuestionnaire });
    equal(all(loose.step, 'section > h3').map(words), ['Before a CT scan · Your heart']);
    equal(all(loose.step, '[role="radiogroup"]').length, questionnaire.fields.length);
  });

  it('sanitizes the HTML of an acknowledgement, and sends none of it [QST-08]', async () => {
    const copy =
      '<h3>Read</h3><img src="x" onerror="globalThis.broken = 1"><a href="javascript:alert(1)">x</a>';
    const acknowledgements = questionnaire.acknowledgements.map((item) => ({ ...item, copy }));
    const { step, received } = await at({ shows: { ...questionnaire, acknowledgements } });
    equal(all(step, '.copy img, .copy [onerror], .copy a[href]').length, 0);
    await sayNo(step);
    for (const { id } of acknowledgements) await tick(step, `acknowledgements.${id}`);
    await submit(step);
    await submit(step);
    const sent = JSON.stringify(lastOf(received, 'dx-answer'));
    assert(sent.includes('"answers":{"pregnant":false'), sent);
    equal(sent.includes('Read'), false);
  });

  it('shows the HTML of an acknowledgement again after the review', async () => {
    const acknowledgements = questionnaire.acknowledgements.map((item) => ({
      ...item,
      copy: '<p>Read this</p>',
    }));
    const { step } = await at({ shows: { ...questionnaire, acknowledgements } });
    const copies = () => all(step, '.copy').map(words);
    const before = copies();
    assert(before.length > 0 && before.every((text) => text === 'Read this'), before.join());
    await sayNo(step);
    for (const { id } of acknowledgements) await tick(step, `acknowledgements.${id}`);
    await submit(step);
    await until(() => copies().length === 0, 'the form has left the review');
    one<HTMLButtonElement>(step, '.facts button').click();
    await until(() => copies().length > 0, 'the form');
    equal(copies(), before);
  });

  it('stays at the review while the service is away, and shows the form again when answers are refused', async () => {
    const notice = (code: 'stalled' | 'correct_answers') => ({ code, fields: [], upstream_request_id: null });
    const { step } = await at({ shows: questionnaire });
    await sayNo(step);
    for (const { id } of questionnaire.acknowledgements) await tick(step, `acknowledgements.${id}`);
    await submit(step);
    const heading = () => one(step, 'h2:not(.former *)').textContent;
    const reviewed = heading();
    for (const code of ['stalled', 'stalled', 'correct_answers'] as const) {
      Object.assign(step, { notice: notice(code) });
      await settled(step);
      equal(heading() === reviewed, code === 'stalled', code);
    }
  });

  it('never sends old answers to a new definition', async () => {
    const draft = { content_hash: 'q1', answers: { pregnant: true }, acknowledgements: {} };
    const { step } = await at({ shows: questionnaire, draft });
    equal(all(step, 'input:checked').length, 1);
    step.shows = { ...questionnaire, content_hash: 'q2' };
    await settled(step);
    equal(all(step, 'input:checked').length, 0);
    const later = await at({ shows: { ...questionnaire, content_hash: 'q2' }, draft });
    equal(all(later.step, 'input:checked').length, 0);
  });

  it('asks for a choice, a number and words, and sends each as its type', async () => {
    const { step, received } = await at({ shows: mixedQuestionnaire });
    equal(all(step, '.hint').map(words), [
      'Take your time with these questions.',
      'They are about today.',
      'Count walks too.',
      'kg',
    ]);
    equal(all(step, '.choice').map(words), ['Never', 'Often']);
    const weight = byId(step, 'answers.weight');
    equal([weight.inputMode, weight.getAttribute('aria-describedby')], ['decimal', 'answers.weight-hint']);
    await write(step, 'answers.weight', 'heavy');
    await submit(step);
    equal(words(byId(step, 'answers.often-error')), 'Select one of the answers.');
    equal(words(byId(step, 'answers.weight-error')), 'Enter a number, such as 72 or 1.5.');
    equal(lastOf(received, 'dx-answer'), undefined);
    all<HTMLInputElement>(step, '.choice input')[1]?.click();
    await write(step, 'answers.weight', ' 72,5 ');
    await submit(step);
    equal(
      all(step, '.facts dd')
        .map(words)
        .filter((words) => words !== '' && !words.startsWith('Change')),
      ['Often', '72.5', 'Not answered'],
    );
    await submit(step);
    const { answers } = lastOf(received, 'dx-answer') as { answers: object };
    equal(answers, { often: 3, weight: 72.5 });
  });

  it('keeps a long answer whole, counts near its limit, and says what to shorten', async () => {
    const { step, received } = await at({ shows: mixedQuestionnaire });
    const id = 'answers.medicines';
    const count = () => step.shadowRoot?.getElementById(`${id}-count`)?.textContent ?? null;
    const paste = async (text: string) => {
      byId(step, id).select();
      document.execCommand('insertText', false, text);
      await settled(step);
    };
    byId(step, id).focus();
    await paste('a'.repeat(1_899));
    equal(count(), null);
    await paste('a'.repeat(1_900));
    equal(count(), '100 characters left');
    await paste('a'.repeat(2_012));
    equal([byId(step, id).value.length, count()], [2_012, '12 characters too many']);
    assert(byId(step, id).getAttribute('aria-describedby')?.includes(`${id}-count`), 'the count');
    await submit(step);
    equal(words(byId(step, `${id}-error`)), 'Your answer is too long. Use 2,000 characters or fewer.');
    equal(lastOf(received, 'dx-answer'), undefined);
  });

  it('keeps what was chosen and typed, and sends words without blanks at the ends', async () => {
    const draft = {
      content_hash: 'q1',
      answers: { often: 'never', weight: '80', medicines: ' None ' },
      acknowledgements: {},
    };
    const { step, received } = await at({ shows: mixedQuestionnaire, draft });
    equal(byId(step, 'answers.weight').value, '80');
    await submit(step);
    await submit(step);
    const { answers } = lastOf(received, 'dx-answer') as { answers: object };
    equal(answers, { often: 'never', weight: 80, medicines: 'None' });
  });
});
