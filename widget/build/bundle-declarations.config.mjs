/** Bundles the declarations that an entry refers to, also through others, into one file: `rolldown --config FILE ENTRY --dir DIR`. */
import { dts } from 'rolldown-plugin-dts';

export default {
  external: /^[^./]/,
  plugins: [dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false, oxc: true })],
};
