/** HTML as a template: whatever is put in is escaped, unless it is HTML itself. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = string | number | Html | null | Content[];

export function html(strings: TemplateStringsArray, ...contents: Content[]): Html {
  return new Html(strings.map((string, at) => string + render(contents[at] ?? null)).join(''));
}

function render(content: Content): string {
  if (content === null) return '';
  if (content instanceof Html) return content.text;
  if (Array.isArray(content)) return content.map(render).join('');
  return String(content).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
