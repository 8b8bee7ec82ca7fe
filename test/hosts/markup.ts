/** Markup for the pages of hosts. */

/** The document of a usual page. */
export const wholeDocument = (head: string, body: string, attributes = 'lang="en"') => `<!doctype html>
<html ${attributes}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A page</title><link rel="icon" href="data:,"><style>body { margin: 16px; font-family: sans-serif }</style>
${head}</head><body>${body}</body></html>`;

/** A classic script in the body. */
export const inline = (code: string) => `<script>${code}</script>`;
/** A string as a literal in a script. */
export const json = (text: string) => JSON.stringify(text).replaceAll('</', '<\\/');
