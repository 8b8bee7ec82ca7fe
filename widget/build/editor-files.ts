/**
 * Writes what editors read about the elements in plain HTML: `web-types.json` for JetBrains, and custom data of HTML and CSS for
 * VS Code.
 */
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import { manifest } from './manifest.ts';

/** @param folder an existing folder */
export function writeEditorFiles(folder: string): void {
  // The tools complete the manifest that they get.
  const options = { outdir: folder, hideLogs: true };
  generateVsCodeCustomElementData(structuredClone(manifest), { ...options, cssFileName: null });
  // All elements have the same custom properties: from one of them, an editor offers each once.
  const one = structuredClone({ ...manifest, modules: manifest.modules.slice(0, 1) });
  generateVsCodeCustomElementData(one, { ...options, htmlFileName: null });
  generateJetBrainsWebTypes(structuredClone(manifest), { ...options, packageJson: false });
}
