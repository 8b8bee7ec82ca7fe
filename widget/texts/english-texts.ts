/** All English texts, with their notes for translators. The other languages have the same files, without notes. */
import appointments from './en/appointments.json' with { type: 'json' };
import booking from './en/booking.json' with { type: 'json' };
import everyElement from './en/every-element.json' with { type: 'json' };
import handoff from './en/handoff.json' with { type: 'json' };
import physician from './en/physician.json' with { type: 'json' };

/** By name, such as `times.heading`; a note has an at sign before the name of its text. */
export const englishTexts = { ...everyElement, ...booking, ...appointments, ...physician, ...handoff };

/** The texts of one area by key: the second part of a name. */
export function areaTexts(area: string): Record<string, string> {
  const start = `${area}.`;
  const texts = Object.entries<unknown>(englishTexts).filter(([name]) => name.startsWith(start));
  return Object.fromEntries(texts.map(([name, text]) => [name.slice(start.length), String(text)]));
}
