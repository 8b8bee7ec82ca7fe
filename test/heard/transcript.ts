/** Writes what was done and heard as a conversation. */
import type { Exchange } from './customer.ts';

/** Orca says name, role and state of an element one after the other when it reads a whole page. */
const role =
  /^(link|visited link|push button|heading level \d|entry|required|check box|((not )?selected )?radio button|combo box|(not )?(checked|pressed|selected)|toggle button|panel|caption|row header|description (term|value)|\d+ values)\.?$/;
/** What the browser says about itself. */
const noise = /^Finished loading New Tab\.$/;

/** What belongs to one element, in one line. */
function sentences(heard: readonly string[]): string[] {
  const lines: string[] = [];
  for (const said of heard) {
    if (said === '' || noise.test(said)) continue;
    if (role.test(said) && lines.length > 0) lines.push(`${lines.pop()?.replace(/\.$/, '')}, ${said}`);
    else lines.push(said);
  }
  return lines;
}

/** The transcript as Markdown: a heading for each part, the customer in bold, Orca as a quotation. */
export function transcriptOf(exchanges: readonly Exchange[]): string {
  const lines: string[] = [];
  let part = '';
  for (const exchange of exchanges) {
    if (exchange.part !== part) lines.push(`## ${exchange.part}`, '');
    part = exchange.part;
    lines.push(`**${exchange.did}**`, '');
    for (const sentence of sentences(exchange.heard)) lines.push(`> ${sentence}  `);
    if (exchange.heard.length > 0) lines.push('');
  }
  return lines.join('\n');
}
