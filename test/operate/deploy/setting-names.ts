/** The names of all settings, and of those that the image sets. */
import { entries, hookEntries } from '../../../server/config/entries.ts';

/** Every setting of the server by its name. */
export const settingNames = Object.keys({ ...entries.shape, ...hookEntries.shape });
