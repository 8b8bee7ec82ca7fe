/** Searches places for texts that must not be there: as they are, percent-encoded, in hex, or in base64 at any offset. */

/** Every encoding of a text in bytes; bytes are read as latin1. */
function formsOf(text: string): Set<string> {
  const bytes = Buffer.from(text, 'utf8');
  const forms = [
    bytes.toString('latin1'),
    Buffer.from(JSON.stringify(text).slice(1, -1), 'utf8').toString('latin1'),
    encodeURIComponent(text),
    new URLSearchParams({ '': text }).toString().slice(1),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ];
  for (const before of [0, 1, 2]) {
    // Only whole characters: the first and the last also depend on their neighbours.
    const from = [0, 2, 3][before];
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    forms.push(
      shifted.toString('base64').slice(from, whole),
      shifted.toString('base64url').slice(from, whole),
    );
  }
  return new Set(forms);
}

/** Each find as "what in where", never the text itself, because the output of a test would then contain it. */
export function findTexts(sought: Record<string, string>, places: Record<string, string>): string[] {
  const finds: string[] = [];
  for (const [name, text] of Object.entries(sought)) {
    if (text.length < 8) throw new Error(`${name} is too short to be told from chance`);
    const forms = [...formsOf(text)];
    for (const [place, content] of Object.entries(places))
      if (forms.some((form) => content.includes(form))) finds.push(`${name} in ${place}`);
  }
  return finds;
}
