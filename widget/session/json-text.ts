/**
 * `JSON.stringify` for pages whose scripts give arrays a `toJSON` of their own, such as Prototype before 1.7: it would
 * make a string of each array.
 *
 * @param value consists of objects, arrays and primitives
 */
export const jsonText = (value: object): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key: string) {
    return this[key];
  });
