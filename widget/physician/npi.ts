/** The check digit of a National Provider Identifier (45 CFR 162.406). */

/** Whether a text is an NPI: ten digits, the last of which is right by Luhn's formula with the prefix 80840. */
export function isNpi(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false;
  const sum = [...`80840${text}`].reduceRight((total, digit, at, all) => {
    const doubled = Number(digit) * ((all.length - at) % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
