/** Compares two pictures of a page. */
import type { Browser } from 'playwright';

/**
 * A browser that draws only a part of a page again rounds an edge to the next of 256 levels now and then, which nobody sees.
 * @param browser decodes the pictures
 * @returns how many pixels differ by more than one level; null if the sizes differ
 */
export async function differentPixels(
  browser: Browser,
  ...pictures: [Buffer, Buffer]
): Promise<number | null> {
  const page = await browser.newPage();
  try {
    return await page.evaluate(
      countPixels,
      pictures.map((png) => png.toString('base64')),
    );
  } finally {
    await page.close();
  }
}

/** Runs in the page. */
async function countPixels(pictures: string[]): Promise<number | null> {
  const decoded = await Promise.all(
    pictures.map(async (base64) => {
      const response = await fetch(`data:image/png;base64,${base64}`);
      const bitmap = await createImageBitmap(await response.blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      canvas?.drawImage(bitmap, 0, 0);
      return canvas?.getImageData(0, 0, bitmap.width, bitmap.height);
    }),
  );
  const [one, other] = decoded;
  if (!one || !other || one.width !== other.width || one.height !== other.height) return null;
  const pixels = new Set<number>();
  one.data.forEach((level, at) => {
    if (Math.abs(level - (other.data[at] ?? 0)) > 1) pixels.add(at >> 2);
  });
  return pixels.size;
}
