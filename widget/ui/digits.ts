/** @returns the text with Arabic-Indic, Persian and full-width digits as Latin digits, which servers expect */
export const latinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) % 16));
