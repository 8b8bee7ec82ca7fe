/**
 * Hides the length of encrypted JSON. AES-GCM keeps the length of its plaintext, and a questionnaire of yes and no
 * answers would show the number of each. JSON allows spaces at its end, so every reader accepts the padded text.
 */

/** Ids, times and outcome codes take less. */
const usualScalarBytes = 48;
/** The padded length is a whole multiple of this. */
const stepBytes = 1024;

/**
 * Serializes a value to JSON and pads it with spaces.
 *
 * The length depends on the structure of the value and, in steps of `scalarBytes`, on the length of its texts. Two
 * values with the same keys whose texts, numbers and booleans each take at most that many bytes always have the same
 * length. Of longer texts, quotes and letters that are not ASCII can show, in steps of a kilobyte.
 *
 * @param value any JSON value; a string that holds a JSON object is measured as that object
 * @param leastBytes the padded length is never smaller. @default 0
 * @param scalarBytes every text, number, boolean and null counts as a whole multiple of it. @default 48
 * @returns the bytes of the padded JSON text, in UTF-8
 */
export function paddedJson(value: unknown, leastBytes = 0, scalarBytes = usualScalarBytes): Buffer {
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  const measured = Math.max(bytes, leastBytes, measure(value, scalarBytes));
  const padded = Buffer.alloc(roundUp(measured, stepBytes), ' ');
  padded.write(text);
  return padded;
}

const roundUp = (bytes: number, step: number) => Math.ceil(bytes / step) * step;

function measure(value: unknown, scalarBytes: number): number {
  const inner = typeof value === 'string' && value.startsWith('{') ? parsedOrNull(value) : null;
  if (typeof value !== 'string' || inner === null) return sizeOf(value, 1, scalarBytes);
  const whiteSpace = value.slice(value.trimEnd().length);
  return sizeOf(inner, 2, scalarBytes) + JSON.stringify(whiteSpace).length;
}

/** @param quoteBytes how many bytes a quote takes: 2 inside a JSON text that is itself a string */
function sizeOf(value: unknown, quoteBytes: number, scalarBytes: number): number {
  if (typeof value === 'string') return roundUp(value.length + 2 * quoteBytes, scalarBytes);
  if (typeof value !== 'object' || value === null) return scalarBytes;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const item of value) bytes += sizeOf(item, quoteBytes, scalarBytes) + 1;
    return bytes;
  }
  for (const [key, item] of Object.entries(value))
    if (item !== undefined)
      bytes += Buffer.byteLength(key) + 2 * quoteBytes + 2 + sizeOf(item, quoteBytes, scalarBytes);
  return bytes;
}

function parsedOrNull(text: string): object | null {
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}
