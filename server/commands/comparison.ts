/** What a certification found: where the service is as assumed, where it differs, and which entry of the assumptions mends that. */
import type { AssumptionName } from '../upstream/assumptions/schema.ts';

export interface Compared {
  what: string;
  /** Null where it is as assumed; else how it differs: names, types and statuses, never a value of a record. */
  differs: string | null;
  /** Null where no setting mends it. */
  entry: AssumptionName | null;
}

export interface Comparison {
  same(what: string): void;
  differs(what: string, how: string, entry?: AssumptionName | null): void;
  /** Not looked at, and why. */
  left(what: string, why: string): void;
  /** Prints what was found and what it comes to; gives the exit code. */
  report(print: (line: string) => void): number;
}

export function createComparison(): Comparison {
  const compared: Compared[] = [];
  const left: string[] = [];
  return {
    same: (what) => void compared.push({ what, differs: null, entry: null }),
    differs: (what, how, entry = null) => void compared.push({ what, differs: how, entry }),
    left: (what, why) => void left.push(`not tried  ${what}: ${why}`),
    report(print) {
      for (const { what, differs, entry } of compared) {
        if (differs === null) print(`as assumed ${what}`);
        else print(`DIFFERS    ${what}: ${differs}. ${entry ? `Set ${entry}.` : 'No entry mends this.'}`);
      }
      for (const line of left) print(line);
      const differences = compared.filter(({ differs }) => differs !== null).length;
      print(`${compared.length - differences} as assumed, ${differences} differ, ${left.length} not tried`);
      return differences === 0 ? 0 : 1;
    },
  };
}

/** Where and how data do not fit a schema, without what stands there. */
export const misfits = (issues: readonly { path: PropertyKey[]; code?: string | undefined }[]): string =>
  issues
    .slice(0, 6)
    .map(({ path, code }) => `${path.map(String).join('.') || 'the whole'} (${code})`)
    .join(', ');
