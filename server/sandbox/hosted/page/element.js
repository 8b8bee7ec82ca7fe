/** Makes an element: attributes as they are written in HTML, `on...` as listeners, and what stands in it. */
export function element(tag, attributes = {}, ...content) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') made.addEventListener(name.slice('on'.length), value);
    else made.setAttribute(name, value === true ? '' : String(value));
  }
  fill(made, content);
  return made;
}

/** Puts these in the place of what stands there; what is absent or false is left out. */
export function fill(parent, content) {
  parent.replaceChildren(
    ...content.flat().filter((part) => part !== null && part !== undefined && part !== false),
  );
}
