/** One frame with the hosted page in it: what it may do, what it says, and how long it may stay silent (EMB-08, EMB-09, EMB-10). */
import type { FrameMessage, FrameNames } from '../../server/contract/upstream-frame.ts';
import { FrameHeight } from './frame-height.ts';
import { messageOf } from './messages.ts';

/** A page that was blocked, refused or never sent does not say so: it only never gets ready. */
const readyWithinMs = 8_000;

export class Frame {
  readonly element = document.createElement('iframe');
  /** `silent` is not the end: a page that is late is shown all the same. */
  state: 'loading' | 'ready' | 'silent' = 'loading';
  readonly #life = new AbortController();

  /**
   * @param names what its messages go by; undefined where an older server does not say
   * @param told of each message; of null when it stays silent
   */
  constructor(
    url: string,
    names: FrameNames | undefined,
    title: string,
    told: (message: FrameMessage | null) => void,
  ) {
    const { element } = this;
    const { signal } = this.#life;
    const { origin } = new URL(url);
    const height = new FrameHeight();
    const setHeight = () => {
      element.height = `${height.px}`;
    };
    setHeight();
    element.title = title;
    element.part.add('frame');
    // Scripts, its own origin (its messages carry that name) and its forms; no window, no way to move this page.
    element.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    element.allow = '';
    // Enough for the hosted page to know whom it speaks to, and nothing of the path.
    element.referrerPolicy = 'strict-origin';
    element.src = url;

    const timer = setTimeout(() => {
      this.state = 'silent';
      told(null);
    }, readyWithinMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
    const hear = (event: MessageEvent) => {
      const message = messageOf(event, element, origin, names);
      if (message?.type === 'service.embed.resize') {
        if (height.take(message.payload.height)) setHeight();
      } else if (message !== null) {
        clearTimeout(timer);
        this.state = 'ready';
        told(message);
      }
    };
    addEventListener('message', hear, { signal });
  }

  /** Nothing that was still on its way is heard after this. */
  close(): void {
    this.#life.abort();
    this.element.remove();
  }
}
