/**
 * The frame with the hosted page: its permissions, its messages, and the timeout of its first message (EMB-08,
 * EMB-09, EMB-10).
 */
import type { FrameMessage, FrameNames } from '../../server/contract/upstream-frame.ts';
import { FrameHeight } from './frame-height.ts';
import { messageOf } from './messages.ts';

/** A blocked, refused or missing page reports nothing: it only never gets ready. */
const readyWithinMs = 8_000;

/** One frame. It listens to messages until `close`. */
export class Frame {
  readonly element = document.createElement('iframe');
  /** A `silent` page that gets ready later is shown. */
  state: 'loading' | 'ready' | 'silent' = 'loading';
  readonly #life = new AbortController();

  /**
   * @param names the names in its messages; undefined when an older server does not send them
   * @param onMessage called with each message but `service.embed.resize`, and with null when the frame stays silent
   */
  constructor(
    url: string,
    names: FrameNames | undefined,
    title: string,
    onMessage: (message: FrameMessage | null) => void,
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
    // Allows scripts, its own origin (which its messages carry) and forms, but no windows or navigation of this page.
    element.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    element.allow = '';
    // The hosted page learns the origin of this page, and not its path.
    element.referrerPolicy = 'strict-origin';
    element.src = url;

    const timer = setTimeout(() => {
      this.state = 'silent';
      onMessage(null);
    }, readyWithinMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
    const receive = (event: MessageEvent) => {
      const message = messageOf(event, element, origin, names);
      if (message?.type === 'service.embed.resize') {
        if (height.take(message.payload.height)) setHeight();
      } else if (message !== null) {
        clearTimeout(timer);
        this.state = 'ready';
        onMessage(message);
      }
    };
    addEventListener('message', receive, { signal });
  }

  /** Messages that arrive after this are ignored. */
  close(): void {
    this.#life.abort();
    this.element.remove();
  }
}
