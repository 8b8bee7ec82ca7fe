/**
 * Leaves in a source map the names of functions, classes and members. An error monitor such as Sentry shows these in a stack trace:
 * it looks up the name where the script declares the function that a frame is in. No monitor reads the names of variables, which are
 * nine of ten. All positions stay, also those of packages: a frame in Lit has a line too.
 */
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { type AnyNode, parse } from 'acorn';
import { full } from 'acorn-walk';

interface SourceMap {
  names: string[];
  mappings: string;
}

/**
 * @param text a source map as JSON
 * @param script the script that it is of
 * @returns the source map as JSON
 */
export function keepFunctionNames(text: string, script: string): string {
  const map: SourceMap = JSON.parse(text);
  const isDeclared = declaredPlaces(script);
  const names = new Map<string, number>();
  const mappings = decode(map.mappings).map((segments, line) =>
    segments.map((segment): SourceMapSegment => {
      if (segment.length !== 5) return segment;
      const [column, source, sourceLine, sourceColumn, index] = segment;
      if (!isDeclared.has(`${line}:${column}`)) return [column, source, sourceLine, sourceColumn];
      const name = map.names[index] ?? '';
      const kept = names.get(name) ?? names.size;
      names.set(name, kept);
      return [column, source, sourceLine, sourceColumn, kept];
    }),
  );
  return JSON.stringify({ ...map, names: [...names.keys()], mappings: encode(mappings) });
}

/** Where a script names a function, a class or a member, as `line:column`, both from 0. */
function declaredPlaces(script: string): ReadonlySet<string> {
  const places = new Set<string>();
  const add = (name: AnyNode | null | undefined) => {
    const start = name?.loc?.start;
    if (start) places.add(`${start.line - 1}:${start.column}`);
  };
  const isFunction = (node: AnyNode | null | undefined) => /Function|^Class/.test(node?.type ?? '');
  full(parse(script, { ecmaVersion: 'latest', sourceType: 'module', locations: true }), (found) => {
    const node = found as AnyNode;
    if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') add(node.id);
    else if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') add(node.id);
    else if (node.type === 'VariableDeclarator' && isFunction(node.init)) add(node.id);
    else if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') add(node.key);
    else if (node.type === 'Property' && isFunction(node.value)) add(node.key);
    else if (node.type === 'AssignmentExpression' && isFunction(node.right))
      add(node.left.type === 'MemberExpression' ? node.left.property : node.left);
  });
  return places;
}
