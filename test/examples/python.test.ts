/** The example in Python's standard library: sign-in, hooks, payment and events, over HTTP and in a browser. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standardWebhookHeaders } from '../../server/core/standard-webhooks.ts';
import { examineHooks } from '../../server/operate/cli/examine-hooks.ts';
import { Visitor } from '../e2e/visitor.ts';
import { answerStep, at, choosePlace, pickTimes } from '../support/booking.ts';
import { shareBrowser } from '../support/browser.ts';
import { Customer } from '../support/customer.ts';
import { newSecret } from '../support/event-receiver.ts';
import { keysOf } from '../support/hook-endpoint.ts';
import { hasPython, type PythonSite, startPythonSite } from '../support/python-site.ts';

describe.runIf(hasPython())('The example in Python', () => {
  let site: PythonSite;
  beforeAll(async () => {
    site = await startPythonSite();
  });
  afterAll(() => site.close());

  const get = (path: string, cookie = '') =>
    fetch(site.url + path, { headers: { cookie }, redirect: 'manual' });
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(site.url + path, {
      method: 'POST',
      headers: { origin: site.url, ...headers },
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
  const signIn = async (form: Record<string, string>) =>
    (await post('/sign-in', form)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const tokenOf = async (cookie: string) =>
    /subject-token="([^"]+)"/.exec(await (await get('/book', cookie)).text())?.[1] ?? '';

  it('signs a member in, prefills the details, takes the payment, and ends the session', async () => {
    const cookie = await signIn({ user: 'lm-101' });
    const token = await tokenOf(cookie);
    const customer = new Customer(site.serverUrl, site.url, token);
    let view = await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
    expect(at(view, 'identity').profile).toMatchObject({
      first_name: 'Teodora',
      date_of_birth: '1984-09-30',
      address: { city: 'New York' },
    });
    while (view.shows.step !== 'review') view = await answerStep(customer, view);

    const pay = () => customer.answer('review', { return_url: `${site.url}/book` });
    const bill = at(await pay(), 'review').payment.pay_url ?? '';
    const path = bill.replace(site.url, '');
    expect(path).toMatch(/^\/pay\/LM-\w{8}$/);
    const other = await signIn({ name: 'Ola Brandt' });
    expect([(await get(path, other)).status, (await post(path, {}, { cookie: other })).status]).toEqual([
      404, 404,
    ]);
    expect(at(await pay(), 'review').payment.state).toBe('begun');
    expect(await (await get(path, cookie)).text()).toContain('Pay for your test');
    const paid = await post(path, {}, { cookie });
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `${site.url}/book`]);
    at(await pay(), 'questionnaire');

    await post('/sign-out', {}, { cookie });
    expect((await get('/book', cookie)).headers.get('location')).toBe('/sign-in?next=/book');
    expect((await customer.call('GET', `/journeys/${view.journey_id}`)).status).toBe(401);
    await expect(new Customer(site.serverUrl, site.url, token).signIn()).rejects.toThrow('invalid_grant');
  });

  it('books to the end in a browser, on the page of a strict policy', async () => {
    const browser: Browser = await shareBrowser();
    const visitor = await Visitor.arrive(browser, site.url);
    await visitor.chooseTest('DEXA');
    await visitor.choosePlace();
    await visitor.acceptProduct();
    await visitor.chooseTimes();
    await visitor.continueTo('identity');
    expect(await visitor.textbox('First name').inputValue()).toBe('Maren');
    await visitor.bookFromIdentity('DEXA');
    expect(visitor.faults).toEqual([]);
    await browser.close();
    const staff = await signIn({ user: 'lm-staff' });
    const events = async () => (await get('/events', staff)).text();
    await expect.poll(events).toContain('booking.requested');
  });

  it('has hooks that doctor finds no fault in', async () => {
    const endpoint = { url: `${site.url}/hooks`, keys: keysOf(site.hooksSecret) };
    const findings = await examineHooks({
      ...endpoint,
      names: ['payment', 'verifySubject', 'customerProfile'],
    });
    expect(findings.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  it('keeps each event once, refuses a forged one, and shows them to its staff', async () => {
    const body = JSON.stringify({ type: 'booking.requested', data: { note: '<b>' } });
    const send = (id: string, secret: string, nowMs = Date.now(), sent = body) =>
      fetch(`${site.url}/events`, {
        method: 'POST',
        headers: standardWebhookHeaders({ id, body }, keysOf(secret), nowMs),
        body: sent,
      });
    const both = keysOf(newSecret(), site.eventsSecret);
    expect((await send('msg_1', site.eventsSecret)).status).toBe(204);
    expect((await send('msg_1', site.eventsSecret)).status).toBe(204);
    const rotated = await fetch(`${site.url}/events`, {
      method: 'POST',
      headers: standardWebhookHeaders({ id: 'msg_2', body }, both, Date.now()),
      body,
    });
    expect(rotated.status).toBe(204);
    const forged = [
      await send('msg_3', newSecret()),
      await send('msg_3', site.eventsSecret, Date.now() - 600_000),
      await send('msg_3', site.eventsSecret, Date.now(), `${body} `),
      await fetch(`${site.url}/events`, { method: 'POST', body }),
    ];
    expect(forged.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    const page = await (await get('/events', await signIn({ user: 'lm-staff' }))).text();
    expect(page.match(/msg_\d/g)).toEqual(['msg_2', 'msg_1']);
    expect(page).toContain('&lt;b&gt;');
    expect((await get('/events', await signIn({ user: 'lm-101' }))).status).toBe(404);
  });

  it('lets no other site act for a user, and leads nowhere else', async () => {
    const cookie = await signIn({ user: 'lm-101' });
    for (const path of ['/sign-in', '/sign-out', '/subject-token'])
      expect((await post(path, {}, { cookie, origin: 'https://elsewhere.example' })).status).toBe(403);
    for (const next of [
      '//elsewhere.example',
      'https://elsewhere.example',
      '/\\elsewhere.example',
      '/a\r\nb: c',
    ])
      expect((await post('/sign-in', { user: 'lm-101', next })).headers.get('location')).toBe('/');
    expect((await post('/subject-token', {})).status).toBe(401);
    const large = await fetch(`${site.url}/events`, { method: 'POST', body: 'x'.repeat(70_000) });
    expect(large.status).toBe(413);
  });
});
