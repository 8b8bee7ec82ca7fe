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
export class FrameHeight {
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
