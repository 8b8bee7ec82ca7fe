/** Findings of a check. */
import { counted } from './counted.ts';

/** A level and a sentence for the operator, without secrets and without customers' data. */
export interface Finding {
  level: 'ok' | 'warning' | 'fault';
  message: string;
}

/** Creates the finding of a check that passed. */
export const ok = (message: string): Finding => ({ level: 'ok', message });
/** Creates the finding of a check that the operator should look at; the exit code stays 0. */
export const warning = (message: string): Finding => ({ level: 'warning', message });
/** Creates the finding of a check that failed; the exit code becomes 1. */
export const fault = (message: string): Finding => ({ level: 'fault', message });

/** Creates the finding of a response that the server can use. @param drift how it differs from the specification, or null */
export const driftFindings = (what: string, drift: string | null): Finding[] =>
  drift === null
    ? []
    : [warning(`${what} differs from the specification, in what the server does not need: ${drift}.`)];

/** Prints each finding and the totals. @returns the exit code: 1 if there is a fault */
export function reportText(findings: Finding[], print: (line: string) => void): number {
  for (const { level, message } of findings) print(`${level.padEnd(8)} ${message}`);
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
  print(`${counted(count('fault'), 'fault')}, ${counted(count('warning'), 'warning')}`);
  return count('fault') === 0 ? 0 : 1;
}

/** Prints the findings as one JSON document. @returns the exit code: 1 if there is a fault */
export function reportJson(findings: Finding[], print: (line: string) => void): number {
  print(JSON.stringify({ findings }));
  return findings.some(({ level }) => level === 'fault') ? 1 : 0;
}
