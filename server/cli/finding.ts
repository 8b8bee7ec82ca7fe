/** What an examination found: a level and a sentence for the operator, without a secret and without a customer's data. */
export interface Finding {
  level: 'ok' | 'warning' | 'fault';
  says: string;
}

export const ok = (says: string): Finding => ({ level: 'ok', says });
export const warning = (says: string): Finding => ({ level: 'warning', says });
export const fault = (says: string): Finding => ({ level: 'fault', says });

/** Prints each as a line and what they come to; gives the exit code. */
export function report(findings: Finding[], print: (line: string) => void): number {
  for (const { level, says } of findings) print(`${level.padEnd(8)} ${says}`);
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
  print(`${count('fault')} faults, ${count('warning')} warnings`);
  return count('fault') === 0 ? 0 : 1;
}
