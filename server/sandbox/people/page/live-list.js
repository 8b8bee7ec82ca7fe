/** A list that follows its data: what is unchanged stays as it is, with its focus, its open parts and what was typed. */
export function liveList(section, { keyOf, draw }) {
  const list = section.querySelector('[data-list]');
  const empty = section.querySelector('[data-empty]');
  let drawn = new Map();

  return (items) => {
    const next = new Map();
    let refocus = null;
    for (const item of items) {
      const text = JSON.stringify(item);
      const before = drawn.get(keyOf(item));
      if (before?.text === text) {
        next.set(keyOf(item), before);
        continue;
      }
      const node = draw(item);
      if (before?.node.contains(document.activeElement)) refocus = node;
      for (const [at, part] of (before?.node.querySelectorAll('details') ?? []).entries())
        if (part.open) node.querySelectorAll('details')[at]?.setAttribute('open', '');
      next.set(keyOf(item), { node, text });
    }
    const nodes = [...next.values()].map(({ node }) => node);
    for (const child of [...list.children]) if (!nodes.includes(child)) child.remove();
    for (const [at, node] of nodes.entries())
      if (list.children[at] !== node) list.insertBefore(node, list.children[at] ?? null);
    drawn = next;
    if (empty) empty.hidden = nodes.length > 0;
    if (refocus) {
      refocus.tabIndex = -1;
      refocus.focus();
    }
  };
}
