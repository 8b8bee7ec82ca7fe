/** Abbreviations that English writes in capitals. */
const abbreviations = /\b(bmc|bmd|bmi|ecg|hdl|ldl|npi|rmr|vo2)\b/gi;

/**
 * Makes words of a key: "Results in progress" of "results_in_progress", "Body fat" of "bodyFat".
 * @returns words in capitals stay so ("WET INK"); a key with spaces or other characters is unchanged
 */
export function plainName(key: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/.test(key)) return key;
  const words = key
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\b([A-Z])(?=[a-z])/g, (letter) => letter.toLowerCase())
    .replace(/\b([tz]) score\b/g, (_, letter: string) => `${letter.toUpperCase()}-score`)
    .replace(abbreviations, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
