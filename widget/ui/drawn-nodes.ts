/**
 * Keeps the nodes of an element as Lit drew them, on a page that its visitor translates. Lit finds what it draws by comments
 * and texts. Translators put a `<font>` in place of a text, or take all nodes out and put back only elements and texts.
 */
export class DrawnNodes {
  #records: MutationRecord[] = [];
  readonly #observer = new MutationObserver((records) => void this.#records.push(...records));

  /** Puts back what a translator took. It keeps the translated texts. Call it before each drawing. */
  restore(): void {
    const records = [...this.#records, ...this.#observer.takeRecords()];
    if (!areOfTranslator(records)) return;
    for (const [parent, nodes] of childrenBefore(records)) {
      if (nodes.every((node) => node.parentNode === parent)) continue;
      for (const node of [...parent.childNodes]) if (!nodes.includes(node)) node.remove();
      let next = parent.firstChild;
      for (const node of nodes)
        if (node === next) next = next.nextSibling;
        else parent.insertBefore(node, next);
    }
  }

  /** Begins anew to note changes that are not of a drawing. Call it after each drawing. @param root the element's own root */
  drawn(root: Node): void {
    this.#observer.observe(root, { childList: true, subtree: true });
    this.#records = [];
    this.#observer.takeRecords();
  }
}

/** Whether nodes came back that were taken out, or a `<font>` came. The elements themselves do neither between two drawings. */
function areOfTranslator(records: readonly MutationRecord[]): boolean {
  const removed = new Set(records.flatMap(({ removedNodes }) => [...removedNodes]));
  return records.some(({ addedNodes }) =>
    [...addedNodes].some((node) => node.nodeName === 'FONT' || removed.has(node)),
  );
}

/** The children of each changed parent before these changes. */
function childrenBefore(records: MutationRecord[]): Map<Node, Node[]> {
  const before = new Map<Node, Node[]>();
  for (const { target, addedNodes, removedNodes, previousSibling } of records.reverse()) {
    const [added, removed] = [[...addedNodes], [...removedNodes]];
    const nodes = (before.get(target) ?? [...target.childNodes]).filter(
      (node) => !added.includes(node as ChildNode),
    );
    nodes.splice(previousSibling === null ? 0 : nodes.indexOf(previousSibling) + 1, 0, ...removed);
    before.set(target, nodes);
    const [text] = removed;
    if (text instanceof Text && added[0]?.nodeName === 'FONT') text.data = added[0].textContent ?? '';
  }
  return before;
}
