/**
 * The version of Node that the packages need. An entry imports this file first, since an older Node lacks what others
 * use. It has SQLite for the same reason: Node ends before any code runs if it does not know a module that a file imports.
 * @throws Error with a sentence for the operator, as it is imported
 */

// As package.json says.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18))
  throw new Error(`dx-booking needs Node 22.18 or newer. This is ${process.versions.node}.`);

const { emitWarning } = process;
// Node 22 writes into each log, and below each command, that its SQLite is an experiment.
process.emitWarning = () => {};
/** SQLite of Node. */
export const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
process.emitWarning = emitWarning;

/** A database of SQLite. */
export type DatabaseSync = InstanceType<typeof DatabaseSync>;
