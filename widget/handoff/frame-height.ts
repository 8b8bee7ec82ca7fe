/**
 * The height that the frame takes of what its page reports: rounded up, within bounds, deaf to a pixel more or less.
 * A page whose height follows its frame's would grow without end, so that growing is given up after a while (EMB-10).
 */
const leastPx = 240;
const mostPx = 6_000;
const noisePx = 1;
/** One after the other, with nothing smaller between them; an opening panel that is animated makes about 20. */
const mostGrowths = 50;

export class FrameHeight {
  /** Of a first screen, so that the page below stays where it is while the frame loads. */
  px = 560;
  #growths = 0;

  /** Whether the height is another one now. */
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
