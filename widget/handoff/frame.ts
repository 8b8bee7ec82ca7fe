/**
 * The frame with the hosted page: its permissions, its messages, and the timeout of its first message (EMB-08,
 * EMB-09, EMB-10).
 */
import type { FrameMessage, FrameNames } from '../../server/contract/upstream-frame.ts';
import { messageOf } from './messages.ts';

/**
 * Derives the frame's height from what its page reports: rounded up, within bounds, ignoring a change of one pixel. A
 * page whose height follows its frame would grow without end, so the height freezes after many growths (EMB-10).
 */
const leastPx = 240;
const mostPx = 6_000;
const noisePx = 1;
/** Growths in a row, without a smaller height between them. An animated panel causes about 20. */
const mostGrowths = 50;

/** The height of one frame, in CSS pixels. */
class FrameHeight {
  /** The height of a first screen, so that the page below does not move while the frame loads. */
  px = 560;
  #growths = 0;

  /** Takes a reported height. @returns whether `px` has changed */
  take(reportedPx: number): boolean {
    const px = Math.min(mostPx, Math.max(leastPx, Math.ceil(reportedPx)));
    if (this.#growths > mostGrowths || Math.abs(px - this.px) <= noisePx) return false;
    this.#growths = px > this.px ? this.#growths + 1 : 0;
    if (this.#growths > mostGrowths) {
      console.warn(`dx-handoff: the framed page grows without end; it stays at ${this.px} px and scrolls.`);
      return false;
    }
    this.px = px;
    return true;
  }
}

/** A blocked, refused or missing page reports nothing: it only never gets ready. */
const readyWithinMs = 8_000;

/** One frame. It listens to messages until `close`. */
export class Frame {
  readonly element = document.createElement('iframe');
  readonly url: string;
  /** A `silent` page that gets ready later is shown. */
  state: 'loading' | 'ready' | 'silent' = 'loading';
  readonly #life = new AbortController();

  /**
   * @param names the names in its messages, from the server
   * @param onMessage called with each message but `service.embed.resize`, and with null when the frame stays silent
   */
  constructor(
    url: string,
    names: FrameNames,
    title: string,
    onMessage: (message: FrameMessage | null) => void,
  ) {
    const { element } = this;
    this.url = url;
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
