/** Reads seeded copy: its words, and whether its HTML is well formed. */

export function words(copy: string): number {
  return copy
    .replaceAll(/<\/?[a-z][^<>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length;
}

/** The unclosed or wrongly closed tags and every bare `<` or `&`; empty for well-formed HTML. */
export function openTags(html: string): string[] {
  const open: string[] = [];
  const astray: string[] = [];
  for (const [, closing, tag = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^<>]*>/g)) {
    if (closing !== '/') open.push(tag);
    else if (open.pop() !== tag) astray.push(`/${tag}`);
  }
  const text = html.replaceAll(/<\/?[a-z][a-z0-9]*[^<>]*>/g, '').replaceAll(/&(amp|lt|gt|quot);/g, '');
  return [...open, ...astray, ...(text.match(/[<>&]/g) ?? [])];
}
