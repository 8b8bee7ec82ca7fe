/** What every element says while its first response does not arrive: words after two seconds, and others after 15. */
import '../../widget/appointments/appointments.ts';
import '../../widget/handoff/handoff-element.ts';
import '../../widget/journey/booking.ts';
import '../../widget/physician/physician-order.ts';
import { accessible } from './accessible.ts';
import { equal, until } from './assert.ts';
import { PartnerServer } from './partner-server.ts';

const { setTimeout } = globalThis;
/** The timers of a second and more, each until it is passed. */
const held = new Map<number, () => void>();
/** Ends the wait of so many milliseconds. */
function pass(ms: number): void {
  const end = held.get(ms);
  held.delete(ms);
  end?.();
}

describe('a long wait', () => {
  let server: PartnerServer;
  beforeEach(() => {
    held.clear();
    const holding = (callback: () => void, ms = 0) => {
      if (ms < 1000) return setTimeout(callback, ms);
      held.set(ms, callback);
      return 0;
    };
    Object.assign(globalThis, { setTimeout: holding });
    server = new PartnerServer().start();
    server.delayMs = 1_000_000;
  });
  afterEach(() => {
    server.stop();
    Object.assign(globalThis, { setTimeout });
  });

  for (const [tag, attribute] of [
    ['dx-booking', ''],
    ['dx-handoff', 'handoff-id'],
    ['dx-appointments', ''],
    ['dx-physician-order', 'appointment-id'],
  ] as const)
    it(`of <${tag}> has words, shown and announced`, async () => {
      const element = document.createElement(tag);
      element.setAttribute('server', server.base);
      element.setAttribute('subject-token', 'user-1');
      if (attribute !== '') element.setAttribute(attribute, 'id-1');
      document.body.append(element);
      const all = () => [
        ...(element.shadowRoot?.querySelectorAll<HTMLElement>('p, div, [role=status]') ?? []),
      ];
      const having = (words: string) =>
        all().filter(({ textContent, children }) => children.length === 0 && textContent?.trim() === words);
      const isSeen = (part: Element): boolean =>
        getComputedStyle(part).clipPath === 'none' &&
        (part.parentElement === null || isSeen(part.parentElement));
      const isHeard = (part: HTMLElement) => part.closest('[role=status], [aria-live]') !== null;
      const found = (words: string) => [having(words).some(isSeen), having(words).some(isHeard)];

      const still = 'Still loading. This takes a moment.';
      await until(() => held.has(2_000), 'the wait');
      equal(found(still), [false, false], 'at first');
      pass(2_000);
      await until(() => found(still).every(Boolean), 'the words after two seconds');
      await accessible(element);
      pass(13_000);
      const long =
        'This is taking longer than usual. You can leave the page open or come back later. Nothing is lost.';
      await until(() => found(long).every(Boolean), 'the words after 15 seconds');
      element.remove();
    });

  it('ends with its words when the first step appears', async () => {
    const booking = document.createElement('dx-booking');
    booking.setAttribute('server', server.base);
    booking.setAttribute('subject-token', 'user-1');
    document.body.append(booking);
    const inside = (selector: string) => booking.shadowRoot?.querySelector(selector);
    await until(() => held.has(2_000), 'the wait');
    pass(2_000);
    await until(() => inside('.waiting-words')?.textContent, 'the words after two seconds');
    await until(() => {
      pass(server.delayMs);
      return inside('dx-place-step');
    }, 'the first step');
    equal(inside('.waiting-words')?.textContent, '', 'words beside the step');
    booking.remove();
  });
});
