/** The focus after a step change under Safari's click rule, and the browser's Back within the booking. */
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { equal, nextTask, until } from './assert.ts';
import { answer, begin, end, inside, put, server, step } from './mounted.ts';
import { viewAt } from './partner-server.ts';

/** A step whose element fired no DOM event of a press: the test presses it as a browser does. */
function press(target: Element): void {
  const init = { bubbles: true, composed: true, cancelable: true };
  target.dispatchEvent(new PointerEvent('pointerdown', init));
  target.dispatchEvent(new MouseEvent('click', init));
}

function next(to: 'product' | 'times'): void {
  server().once('POST /journeys/journey-1 ', () => Response.json(server().advance(to)));
}

function revisits(): unknown[] {
  return server()
    .made('POST /journeys/journey-1/revisit')
    .map(({ body }) => body);
}

function goesBackTo(name: 'place' | 'product'): void {
  server().once('POST /journeys/journey-1/revisit', () => {
    const view: JourneyView = viewAt(name, server().view.revision + 1);
    server().view = view;
    return Response.json(view);
  });
}

describe('a step change', () => {
  let main: HTMLElement;
  beforeEach(() => {
    begin();
    main = document.createElement('main');
    main.tabIndex = -1;
    document.body.append(main);
  });
  afterEach(async () => {
    await end();
    main.remove();
  });

  it('takes the focus when a press inside the element focused an ancestor of it', async () => {
    const element = put();
    main.append(document.createElement('p'), element);
    const place = await step(element, 'place');
    press(place);
    main.focus();
    next('product');
    answer(place, { accept: true });
    const product = await step(element, 'product');
    await until(() => product.shadowRoot?.activeElement?.tagName === 'H2', 'focus on the heading');
  });

  it('leaves the focus where the person pressed last outside the element', async () => {
    const outside = document.createElement('input');
    main.append(outside);
    const element = put();
    const place = await step(element, 'place');
    press(place);
    next('product');
    press(outside);
    outside.focus();
    answer(place, { accept: true });
    await step(element, 'product');
    await nextTask();
    equal(document.activeElement === outside, true);
  });
});

describe('the browser’s Back in a booking', () => {
  beforeEach(begin);
  afterEach(end);

  it('goes back one step, and keeps the state of the page’s own router', async () => {
    history.replaceState({ router: 7 }, '');
    const element = put();
    next('product');
    answer(await step(element, 'place'), { accept: true });
    await step(element, 'product');
    equal((history.state as { router: number }).router, 7);
    goesBackTo('place');
    history.back();
    await step(element, 'place');
    equal(revisits(), [{ step: 'place' }]);
  });

  it('goes back one step beside another booking on the page', async () => {
    const element = put();
    next('product');
    answer(await step(element, 'place'), { accept: true });
    await step(element, 'product');
    server().view = { ...viewAt('place', 1), journey_id: 'journey-2' };
    const other = put();
    await step(other, 'place');
    goesBackTo('place');
    history.back();
    await step(element, 'place');
    equal(revisits(), [{ step: 'place' }]);
    equal(inside(other, 'dx-place-step') !== null, true);
  });

  it('adds no entry when the customer goes back within the element', async () => {
    const element = put();
    next('product');
    answer(await step(element, 'place'), { accept: true });
    const product = await step(element, 'product');
    const entries = history.length;
    goesBackTo('place');
    product.dispatchEvent(new CustomEvent('dx-revisit', { detail: { step: 'place' }, bubbles: true }));
    await step(element, 'place');
    equal([history.length, revisits().length], [entries, 1]);
    const { dxBooking } = history.state as { dxBooking: Record<string, { step: string }> };
    equal(dxBooking['journey-1']?.step, 'place');
  });

  it('adds no entries if the page switched it off', async () => {
    const element = put({ 'no-history': '' });
    const entries = history.length;
    next('product');
    answer(await step(element, 'place'), { accept: true });
    await step(element, 'product');
    equal(history.length, entries);
  });
});
