/** Findings of a check. */

/** A level and a sentence for the operator, without secrets and without customers' data. */
export interface Finding {
  level: 'ok' | 'warning' | 'fault';
  says: string;
}

/** Creates the finding of a check that passed. */
export const ok = (says: string): Finding => ({ level: 'ok', says });
/** Creates the finding of a check that the operator should look at; the exit code stays 0. */
export const warning = (says: string): Finding => ({ level: 'warning', says });
/** Creates the finding of a check that failed; the exit code becomes 1. */
export const fault = (says: string): Finding => ({ level: 'fault', says });

/** Prints each finding and the totals. @returns the exit code: 1 if there is a fault */
export function report(findings: Finding[], print: (line: string) => void): number {
  for (const { level, says } of findings) print(`${level.padEnd(8)} ${says}`);
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
  print(`${count('fault')} faults, ${count('warning')} warnings`);
  return count('fault') === 0 ? 0 : 1;
}
