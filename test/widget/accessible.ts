/** Runs axe over an element and its shadow roots, and reports rule and target of each finding. */
import 'axe-core/axe.min.js';

interface Axe {
  run(
    context: Element,
    options?: object,
  ): Promise<{
    violations: { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] }[];
  }>;
}

/** @param rules the rules to check. @default all */
export async function accessible(element: Element, rules?: string[]): Promise<void> {
  const { axe } = globalThis as unknown as { axe: Axe };
  const { violations } = await axe.run(element, {
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
  });
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id} (${help}): ${nodes.map((node) => JSON.stringify(node.target)).join(', ')}`,
  );
  if (found.length > 0) throw new Error(found.join('\n'));
}
