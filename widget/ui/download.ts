/**
 * Saves bytes as a file of the user. The browser needs an address for them, which works for a minute and only in this
 * page.
 * @param name the name that the browser suggests for the file
 */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
