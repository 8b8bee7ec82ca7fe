/** A page that the browser prerenders, and that nobody sees yet. */
import '../../widget/appointments/appointments.ts';
import '../../widget/handoff/handoff-element.ts';
import '../../widget/physician/physician-order.ts';
import type { Booking } from '../../widget/journey/booking.ts';
import { type EarlyOpening, earlyOpening, openEarly } from '../../widget/journey/early-opening.ts';
import { assert, atRest, equal, until } from './assert.ts';
import { asked } from './handoff-harness.ts';
import { begin, end, put, server, step } from './mounted.ts';

const prerender = () => Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
function visit(): void {
  delete (document as { prerendering?: boolean }).prerendering;
  document.dispatchEvent(new Event('prerenderingchange'));
}

describe('a prerendered page', () => {
  beforeEach(() => {
    begin();
    prerender();
  });
  afterEach(() => {
    visit();
    return end();
  });

  for (const tag of ['dx-booking', 'dx-appointments', 'dx-physician-order', 'dx-handoff'] as const)
    it(`sends nothing from <${tag}> before it is visited`, async () => {
      const element = document.createElement(tag) as HTMLElement &
        Pick<Booking, 'refreshUser' | 'updateComplete'>;
      const names = { appointmentId: 'appointment-1', handoff: asked };
      Object.assign(element, { server: server().base, subjectToken: 'user-1', ...names });
      document.body.append(element);
      await element.updateComplete;
      element.refreshUser();
      document.dispatchEvent(new Event('visibilitychange'));
      await atRest(() => server().calls.length);
      equal([server().calls, server().subjects], [[], []], 'requests');
      // The element leaves before it has a view.
      server().delayMs = 200;
      visit();
      await until(() => server().subjects.length > 0, 'the exchange');
      element.remove();
      await atRest(() => server().calls.length);
      equal(server().subjects, ['user-1']);
    });

  it('sends nothing at the visit from an element that has left', async () => {
    put({}, openEarly).remove();
    visit();
    await atRest(() => server().calls.length);
    equal(server().calls, []);
  });

  it('opens a booking with one request at the visit, for which the module is there already', async () => {
    const element = put({}, openEarly) as Element as Element & { [earlyOpening]?: EarlyOpening };
    await atRest(() => server().calls.length);
    equal(server().calls, []);
    visit();
    assert(element[earlyOpening], 'sent at the visit');
    await step(element as ReturnType<typeof put>, 'place');
    equal(
      server().calls.map(({ method, path }) => `${method} ${path}`),
      ['POST /first-view'],
    );
  });
});
