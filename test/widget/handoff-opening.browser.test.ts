/** How `<dx-handoff>` opens: its mode, its address, and what it shows when nothing loads. */
import { accessible } from './accessible.ts';
import { equal, until } from './assert.ts';
import {
  answers,
  asked,
  begin,
  codes,
  end,
  frameOf,
  hosted,
  inside,
  isShown,
  make,
  message,
  pageUrl,
  panelOf,
  put,
  ready,
  say,
  server,
} from './handoff-harness.ts';
import { problem } from './partner-server.ts';

describe('the opening of <dx-handoff>', () => {
  beforeEach(begin);
  afterEach(end);

  it('shows a message with retry and a new tab when the frame does not get ready, and still accepts it later', async () => {
    answers({ url: pageUrl('') });
    const element = put();
    await until(() => panelOf(element) === 'The scheduling page isn’t loading here', 'the message');
    await accessible(element);
    equal(codes(), ['frame_silent']);
    const link = inside<HTMLAnchorElement>(element, 'a');
    equal([link?.href, link?.target, link?.rel], [pageUrl(''), '_blank', 'noreferrer']);
    await say(element, message('ready'));
    await until(() => isShown(element), 'the late frame');
    equal(panelOf(element), null);
  });

  it('links to the hosted page in the other mode, and never frames it', async () => {
    answers({ presentation_mode: 'hosted_page' });
    const element = put({ 'presentation-mode': 'hosted_page' });
    const link = await until(() => inside<HTMLAnchorElement>(element, 'a'), 'the link');
    equal(server().made('POST /handoffs')[0]?.body, { ...asked, presentation_mode: 'hosted_page' });
    equal([link.href, link.target, frameOf(element)], [pageUrl(), '_self', null]);
    await accessible(element);
    answers({ presentation_mode: 'hosted_page', handoff_id: 'handoff-2', url: pageUrl('?other') });
    inside(element, 'a + button')?.click();
    await until(() => inside<HTMLAnchorElement>(element, 'a')?.href === pageUrl('?other'), 'another link');
    equal(server().made('POST /handoffs/handoff-1/retry').length, 1);
  });

  it('reads a handoff that the backend has opened', async () => {
    const element = make({ 'handoff-id': 'handoff-1' });
    element.handoff = null;
    document.body.append(element);
    await until(() => isShown(element), 'the frame');
    equal(server().made('POST /handoffs').length, 0);
  });

  it('asks for another page in place of one that the backend has opened', async () => {
    answers({ url: pageUrl('') });
    const element = make({ 'handoff-id': 'handoff-1' });
    element.handoff = null;
    document.body.append(element);
    await until(() => panelOf(element) !== null, 'the message');
    answers({ handoff_id: 'handoff-2' });
    inside(element, 'button')?.click();
    await until(() => isShown(element), 'the other page');
    equal(server().made('POST /handoffs/handoff-1/retry').length, 1);
  });

  const hostile: [what: string, url: string, origin: string][] = [
    ['is of another origin than named', pageUrl(), 'https://hosted.example'],
    ['is a script', 'javascript:alert(1)', 'null'],
    ['is not secure', 'http://hosted.example/', 'http://hosted.example'],
    ['is of the page’s own origin', location.href, location.origin],
  ];
  for (const [what, url, frame_origin] of hostile)
    it(`frames nothing that ${what}`, async () => {
      answers({ url, frame_origin });
      const element = put();
      await until(() => panelOf(element) === 'Something went wrong on our side', 'the message');
      equal([frameOf(element), inside(element, 'a')], [null, null]);
    });

  it('shows refusals and failures, and repeats the request on "Try again"', async () => {
    server().toAllTries('POST /handoffs', () => Promise.reject(new TypeError('cut')));
    const element = put();
    await until(() => panelOf(element) === 'No connection', 'the failure');
    inside(element, 'button')?.click();
    await until(() => isShown(element), 'the frame');
    element.remove();
    server().once('POST /handoffs', () => problem(422, 'invalid_fields'));
    const other = put();
    await until(() => panelOf(other) === 'Some of your details weren’t accepted.', 'the refusal');
    equal(codes(), ['offline', 'invalid_fields']);
  });

  const passing: [status: number, code: string, title: string][] = [
    [409, 'handoff_under_way', 'Your request is being sent. Please try again in a moment.'],
    [404, 'handoff_not_found', 'That didn’t work. Nothing is lost. Please try again.'],
    [404, 'order_not_found', 'That didn’t work. Nothing is lost. Please try again.'],
  ];
  for (const [status, code, title] of passing)
    it(`has a button where its words ask to try again: ${code}`, async () => {
      server().once('POST /handoffs', () => problem(status, code));
      const element = put();
      await until(() => panelOf(element) === title, 'the refusal');
      const button = inside(element, 'button');
      equal(button?.textContent, 'Try again');
      button?.click();
      await until(() => isShown(element), 'the frame');
    });

  it('sends a parked request again, unchanged', async () => {
    answers({ state: 'stalled', url: null });
    const element = put();
    await until(() => panelOf(element) === 'Scheduling isn’t responding', 'the panel');
    answers({});
    inside(element, 'button')?.click();
    await until(() => isShown(element), 'the frame');
    equal(server().made('POST /handoffs/handoff-1/retry').length, 1);
  });

  it('leaves nothing in the storage of the page, and tells the frame only its origin', async () => {
    await ready();
    equal([localStorage.length, sessionStorage.length, document.cookie], [0, 0, '']);
    equal(hosted === location.origin, false);
  });
});
