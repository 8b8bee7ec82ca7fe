/** Counts the listeners on the window and the document. Import it before the modules to count. */
let count = 0;
export const live = () => count;

for (const target of [window, document] as EventTarget[]) {
  const kept = new Map<unknown, Set<string>>();
  const { addEventListener: add, removeEventListener: remove } = target;
  target.addEventListener = (type, listener, options) => {
    const types = kept.get(listener) ?? new Set();
    kept.set(listener, types);
    if (!types.has(type)) {
      types.add(type);
      count++;
      const { signal } = typeof options === 'object' ? options : {};
      signal?.addEventListener('abort', () => void (types.delete(type) && count--));
    }
    add.call(target, type, listener, options);
  };
  target.removeEventListener = (type, listener, options) => {
    if (kept.get(listener)?.delete(type)) count--;
    remove.call(target, type, listener, options);
  };
}
