/** Finds the texts in a source of the widget that a person could see or hear. */
import { type ESTree, parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
}

const hasLetter = /\p{L}/u;
/** A sentence: it starts with a capital letter and has more than one word. `DPoP` is a scheme of HTTP. */
const sentence = /^(?!DPoP )\p{Lu}[^\s]* \S/u;
const spokenAttributes = /\s(?:aria-label|aria-description|title|alt|placeholder)\s*=\s*"([^"]*)"/g;
const spokenProperties = new Set(['textContent', 'innerText', 'ariaLabel', 'title', 'alt', 'placeholder']);

/** Developers read these on the console. */
const developerCalls = /^(?:console|\w*Error|DOMException|warn)\b/;

/** The texts of markup: between tags, and in attributes that are read to a person. */
function textsOfMarkup(markup: string): string[] {
  const attributes = [...markup.matchAll(spokenAttributes)].map(([, value = '']) => value);
  const between = markup
    .replace(/<!--.*?-->|&\w+;/gs, '')
    .replace(/<[^>]*>/g, '\n')
    .split('\n');
  return [...attributes, ...between]
    .map((text) => text.replaceAll('\0', '').trim())
    .filter((text) => hasLetter.test(text));
}

/** @returns the texts of a source, each with its line */
export function textsIn(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found: string[] = [];
  const add = (node: Node, words: string) =>
    found.push(`${path}:${text.slice(0, node.start).split('\n').length}: ${words}`);

  function visit(value: unknown): void {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as ESTree.Node;
    switch (node.type) {
      case 'TaggedTemplateExpression': {
        const tag = text.slice(node.tag.start, node.tag.end);
        if (tag === 'html' || tag === 'svg') {
          const markup = node.quasi.quasis.map(({ value: { raw } }) => raw).join('\0');
          for (const words of textsOfMarkup(markup)) add(node, words);
        }
        visit(node.quasi.expressions);
        return;
      }
      case 'CallExpression':
      case 'NewExpression':
        if (developerCalls.test(text.slice(node.callee.start, node.callee.end))) return;
        break;
      case 'ThrowStatement':
      case 'ImportDeclaration':
      case 'TSLiteralType':
        return;
      case 'Property':
        if (spokenProperties.has(text.slice(node.key.start, node.key.end))) addLiteral(node.value);
        break;
      case 'AssignmentExpression':
        if (
          node.left.type === 'MemberExpression' &&
          spokenProperties.has(text.slice(node.left.property.start, node.left.property.end))
        )
          addLiteral(node.right);
        break;
      case 'Literal':
        if (typeof node.value === 'string' && sentence.test(node.value)) add(node, node.value);
        return;
      case 'TemplateLiteral': {
        const words = node.quasis.map(({ value: { cooked } }) => cooked).join('…');
        if (sentence.test(words)) add(node, words);
        visit(node.expressions);
        return;
      }
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child);
  }
  function addLiteral(node: ESTree.Node): void {
    const isText = node.type === 'Literal' && typeof node.value === 'string' && hasLetter.test(node.value);
    if (isText && !sentence.test(`${node.value}`)) add(node, `${node.value}`);
  }
  visit(program);
  return found;
}
