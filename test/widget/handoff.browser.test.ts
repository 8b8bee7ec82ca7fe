/** `<dx-handoff>`: the frame, its messages, and what the server reports. */
import { accessible } from './accessible.ts';
import { assert, atRest, equal, until } from './assert.ts';
import {
  answers,
  appointmentAt,
  asked,
  begin,
  end,
  frameOf,
  inside,
  isShown,
  left,
  message,
  pageUrl,
  panelOf,
  put,
  ready,
  receivedEvents,
  say,
  server,
  steps,
} from './handoff-harness.ts';
import { problem } from './partner-server.ts';

describe('<dx-handoff>', () => {
  beforeEach(begin);
  afterEach(end);

  it('is accessible: loading, ready, failed, verifying and done', async () => {
    server().delayMs = 100;
    const element = put();
    await until(() => inside(element, '.skeleton'), 'the skeleton');
    await accessible(element);
    await until(() => isShown(element), 'the frame');
    await accessible(element);
    answers({ state: 'verifying', poll_after_ms: 300 });
    await say(element, message('complete'));
    await accessible(element);
    answers({ state: 'requested', appointment: appointmentAt('confirmed') });
    await until(() => panelOf(element) === 'Your appointment is confirmed', 'the end');
    const shown = inside(element, '.handoff')?.textContent ?? '';
    assert(/\d:\d\d (AM|PM) \w+ Time/.test(shown.replace(/\s/g, ' ')), shown);
    await accessible(element);
    element.remove();
    answers({ state: 'refused', refusal: { code: 'slot_unavailable', title: 'Refused.' } });
    const failed = put();
    await until(
      () => panelOf(failed) === 'One of your times was just taken. Please choose another.',
      'the refusal',
    );
    await accessible(failed);
  });

  it('announces what a panel says where it stands, and says it once', async () => {
    const element = put();
    const announced = await until(() => inside(element, '[role=status]'), 'the live region');
    assert(announced.textContent?.includes('Loading'), 'that it loads');
    await until(() => isShown(element), 'the frame');
    equal(announced.textContent?.trim(), '', 'while the frame shows');
    answers({ state: 'requested', appointment: appointmentAt('confirmed') });
    await say(element, message('complete'));
    await until(() => announced.textContent?.includes('Your appointment is confirmed'), 'the news');
    equal(inside(element, '.handoff')?.textContent?.match(/Your appointment is confirmed/g)?.length, 1);
  });

  it('requests the frame mode before it opens a frame', async () => {
    const element = put();
    equal(frameOf(element), null, 'no frame yet');
    await until(() => frameOf(element), 'the frame');
    equal(server().made('POST /handoffs')[0]?.body, { ...asked, presentation_mode: 'iframe' });
  });

  it('gives the frame a title and no more rights than it needs', async () => {
    const element = await ready();
    const frame = frameOf(element);
    equal(frame?.title, 'Schedule your test');
    equal(frame?.getAttribute('sandbox'), 'allow-scripts allow-same-origin allow-forms');
    equal([frame?.getAttribute('allow'), frame?.referrerPolicy], ['', 'strict-origin']);
    element.remove();
    const other = await ready({ 'frame-title': 'Terminwahl' });
    equal(frameOf(other)?.title, 'Terminwahl');
  });

  it('shows a skeleton until the hosted page says that it is ready [EMB-08]', async () => {
    answers({ url: pageUrl('') });
    const element = put();
    await until(() => frameOf(element), 'the frame');
    await atRest(() => server().calls.length);
    equal([isShown(element), inside(element, '.skeleton')?.hidden], [false, false], 'before');
    await say(element, message('ready'));
    await until(() => isShown(element), 'the frame');
    equal([inside(element, '.skeleton')?.hidden, steps().at(-1)], [true, 'ready'], 'after');
  });

  it('applies the reported height, rounded up and within bounds [EMB-10]', async () => {
    const element = await ready();
    const heights = [];
    for (const height of [700.2, 701.9, 702.1, 30, 99_999, 640]) {
      await say(element, message('resize', { height }));
      heights.push(frameOf(element)?.clientHeight);
    }
    equal(heights, [701, 701, 703, 240, 6000, 640]);
  });

  it('stops a height that grows without end, and warns once [EMB-10]', async () => {
    const element = await ready();
    const warnings: unknown[] = [];
    const { warn } = console;
    console.warn = (text) => warnings.push(text);
    for (let height = 600; height < 2_600; height += 20) await say(element, message('resize', { height }));
    const frozen = frameOf(element)?.clientHeight ?? 0;
    await say(element, message('resize', { height: 5_000 }));
    console.warn = warn;
    assert(frozen < 1_800, `stopped at ${frozen}`);
    equal([frameOf(element)?.clientHeight, warnings.length], [frozen, 1]);
  });

  it('reports completion only after the server has verified it [EMB-11] [EMB-14]', async () => {
    const element = await ready();
    answers({ state: 'verifying', poll_after_ms: 300, appointment: appointmentAt('pending_scheduling') });
    await say(element, message('complete'));
    await until(() => server().made('POST /handoffs/handoff-1/verify').length === 1, 'the question');
    equal(panelOf(element), 'Checking your request');
    await until(() => server().made('GET /handoffs/handoff-1').length > 0, 'asked again');
    equal(receivedEvents.filter(({ type }) => type === 'dx-handoff-complete').length, 0, 'claims');
    assert(isShown(element), 'the frame stays');
    answers({ state: 'requested', appointment: appointmentAt('pending_confirmation') });
    await until(() => panelOf(element) === 'Request sent', 'the answer');
    const complete = receivedEvents.filter(({ type }) => type === 'dx-handoff-complete');
    equal(
      complete.map(({ detail }) => detail as object),
      [{ handoff_id: 'handoff-1', appointment_id: 'appointment-1' }],
    );
    equal(left, [], 'navigations');
  });

  it('shows an unknown outcome when the server cannot see the request, and checks again on request [EMB-14]', async () => {
    answers({ state: 'unknown' });
    const element = put();
    await until(() => panelOf(element) === 'We can’t see your request yet', 'the panel');
    answers({ state: 'requested', appointment: appointmentAt('pending_confirmation') });
    inside(element, 'button')?.click();
    await until(() => panelOf(element) === 'Request sent', 'the answer');
    equal(server().made('POST /handoffs/handoff-1/verify').length, 1);
  });

  it('has the same help at the end of each screen, and of a failure before the first view', async () => {
    const element = await ready();
    const help = (of: Element) => inside(of, '.handoff > .help')?.textContent?.replace(/\s+/g, ' ').trim();
    equal(help(element), 'Questions? (555) 010-0142');
    element.remove();
    answers({ state: 'requested', appointment: appointmentAt('confirmed') });
    const ended = put();
    await until(() => panelOf(ended) === 'Your appointment is confirmed', 'the end');
    equal(help(ended), 'Questions? (555) 010-0142');
    ended.remove();
    const contact = { phone: '(555) 010-0177', email: null, url: null };
    server().once('POST /handoffs', () => problem(503, 'assumption_unmet', {}, { contact }));
    const failed = put();
    await until(() => help(failed) === 'Questions? (555) 010-0177', 'the help');
  });

  it('has plain words for a status that it does not know', async () => {
    answers({ state: 'requested', appointment: appointmentAt('on_the_moon') });
    const element = put();
    await until(() => panelOf(element) === 'Your request has arrived', 'it');
  });

  it('follows return and profile to the hosts of the partner over HTTPS, and nowhere else [EMB-12] [T88]', async () => {
    const element = await ready();
    const refused = [
      'http://gym.example/',
      'https://gym.example.evil.test/',
      'https://notgym.example/',
      'https://evil.test/gym.example',
      'https://gym.example@evil.test/',
      'https://user@gym.example/',
      'javascript:alert(1)//gym.example',
      'data:text/html,gym.example',
      'blob:https://gym.example/1',
      '//gym.example/',
      '/done',
      'gym.example',
      'ftp://gym.example/',
      'https://',
      ' ',
    ];
    for (const url of refused) {
      await say(element, message('return', { url }));
      await say(element, message('profile', { url }));
    }
    equal([left, steps().filter((step) => /return|profile/.test(step))], [[], []], 'refused');
    await say(element, message('return', { url: 'https://gym.example/done?visit=1' }));
    await say(element, message('profile', { url: 'http://localhost:4000/me' }));
    await until(() => left.length > 1, 'two navigations');
    equal(left, ['https://gym.example/done?visit=1', 'http://localhost:4000/me']);
    equal(steps().slice(-2), ['return', 'profile']);
    assert(!JSON.stringify(receivedEvents).includes('gym.example'), 'no address in an event');
  });

  it('stays on the page when the page prevents the step', async () => {
    const element = await ready();
    element.addEventListener('dx-handoff-step', (event) => event.preventDefault());
    await say(element, message('return', { url: 'https://gym.example/' }));
    equal([left, steps().at(-1)], [[], 'return']);
  });

  it('restores the focus when the customer exits, and opens again', async () => {
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    const element = await ready();
    frameOf(element)?.focus();
    assert(document.activeElement === element, 'the frame has the focus');
    await say(element, message('exit'));
    equal([document.activeElement === button, frameOf(element)], [true, null]);
    equal([panelOf(element), steps().at(-1)], ['You left scheduling', 'exit']);
    inside(element, 'button')?.click();
    await until(() => isShown(element), 'the frame again');
    button.remove();
  });

  it('keeps the focus on the element where there was none before', async () => {
    const element = await ready();
    frameOf(element)?.focus();
    await say(element, message('exit'));
    equal(element.shadowRoot?.activeElement?.className, 'handoff');
  });

  it('drops the panel of an error when the page in the frame is ready again', async () => {
    const element = await ready();
    await say(element, message('error', { status: 'slow_day' }));
    equal(panelOf(element), 'Something went wrong in scheduling');
    await say(element, message('ready'));
    equal([panelOf(element), isShown(element)], [null, true]);
  });

  it('asks for another page in place of one that reports an error', async () => {
    const element = await ready();
    await say(element, message('error', { status: 'handoff_expired' }));
    answers({ handoff_id: 'handoff-2', url: pageUrl('?ready&other') });
    inside(element, 'button')?.click();
    await until(() => frameOf(element)?.src.endsWith('other') && isShown(element), 'the other page');
    equal(server().made('POST /handoffs/handoff-1/retry').length, 1);
  });

  it('asks for another page when the outcome is unknown, which does not check again', async () => {
    answers({ state: 'unknown' });
    const element = put();
    await until(() => panelOf(element) === 'We can’t see your request yet', 'the panel');
    answers({ handoff_id: 'handoff-2', url: pageUrl('?ready&other') });
    const buttons = [...(element.shadowRoot?.querySelectorAll('button') ?? [])];
    buttons.find(({ textContent }) => textContent?.includes('Get a new one'))?.click();
    await until(() => frameOf(element)?.src.endsWith('other') && isShown(element), 'the other page');
    equal(server().made('POST /handoffs/handoff-1/retry').length, 1);
    equal(server().made('POST /handoffs/handoff-1/verify').length, 0);
  });

  it('shows that it asks for another page until the answer, and keeps the focus', async () => {
    answers({ state: 'stalled', url: null });
    const element = put();
    await until(() => inside(element, 'button'), 'the button');
    const asks = Promise.withResolvers<void>();
    server().once('POST /handoffs/handoff-1/retry', async () => {
      await asks.promise;
      return Response.json({ ...server().view, state: 'open', url: pageUrl() });
    });
    inside(element, 'button')?.focus();
    inside(element, 'button')?.click();
    await until(() => inside(element, '.skeleton')?.checkVisibility(), 'the skeleton');
    equal([panelOf(element), element.shadowRoot?.activeElement?.className], [null, 'user-view']);
    asks.resolve();
    await until(() => isShown(element), 'the page');
  });

  for (const state of ['stalled', 'unknown'] as const)
    it(`names a reference when the handoff is ${state}`, async () => {
      answers({ state, url: null });
      const element = put();
      await until(() => inside(element, '.quiet'), 'the reference');
      equal(inside(element, '.quiet')?.textContent, 'Reference handoff-1');
    });

  it('has words for the known error, and the same words for all others [EMB-13]', async () => {
    const element = await ready();
    await say(element, message('error', { status: 'blocked_by_test_offering_policy' }));
    equal(panelOf(element), 'This test can’t be scheduled here');
    const others = ['handoff_expired', 'never heard of', '__proto__', 'constructor'];
    for (const status of [...others, 'x'.repeat(1_000_000), { code: 1 }, undefined]) {
      await say(element, message('ready'));
      await say(element, message('error', { status }));
      equal(panelOf(element), 'Something went wrong in scheduling', String(status).slice(0, 40));
    }
    equal(receivedEvents.find(({ type }) => type === 'dx-error')?.detail as object, {
      code: 'frame_error',
      status: 'blocked_by_test_offering_policy',
    });
    assert(!JSON.stringify(receivedEvents).includes('never heard of'), 'words of the frame in an event');
  });
});
