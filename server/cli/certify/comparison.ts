/** The result of a certification: matches, differences, skipped checks and settings to add. */
import { documentHostOf } from '../../upstream/documents/client.ts';

interface Compared {
  what: string;
  /** How it differs: names, types and statuses, never a value of a record. Null if it matches the assumptions. */
  differs: string | null;
  /** What the operator should do. */
  advice: string;
}

/** Collects the results of a certification and prints them. */
export interface Comparison {
  /** Records a match. */
  same(what: string): void;
  /**
   * Records a difference.
   * @param how names, types and statuses; never a value of a record
   * @param advice what the operator should do. @default no assumption can resolve it
   */
  differs(what: string, how: string, advice?: string): void;
  /** Records a check that was not tried, and why. */
  skipped(what: string, why: string): void;
  /** Records the host of a document's address. */
  documentAt(address: string): void;
  /** Prints the result. @returns the exit code: 1 if anything differs */
  report(print: (line: string) => void): number;
}

/**
 * Creates an empty comparison.
 * @param known.own the service's own host, which needs no setting
 * @param known.set the hosts in DOCUMENT_HOSTS
 */
export function createComparison(known: { own: string; set: readonly string[] }): Comparison {
  const compared: Compared[] = [];
  const skipped: string[] = [];
  const hosts = new Set<string>();
  return {
    same: (what) => void compared.push({ what, differs: null, advice: '' }),
    differs: (what, how, advice = 'No assumption can resolve this.') =>
      void compared.push({ what, differs: how, advice }),
    skipped: (what, why) => void skipped.push(`not tried  ${what}: ${why}`),
    documentAt(address) {
      const host = documentHostOf(address);
      if (host !== null && host !== known.own && !known.set.includes(host)) hosts.add(host);
    },
    report(print) {
      for (const { what, differs, advice } of compared) {
        if (differs === null) print(`as assumed ${what}`);
        else print(`DIFFERS    ${what}: ${differs}. ${advice}`);
      }
      for (const line of skipped) print(line);
      if (hosts.size > 0)
        print(`set        DOCUMENT_HOSTS=${[...known.set, ...[...hosts].sort()].join(',')}`);
      const differences = compared.filter(({ differs }) => differs !== null).length;
      print(
        `${compared.length - differences} as assumed, ${differences} differ, ${skipped.length} not tried`,
      );
      return differences === 0 ? 0 : 1;
    },
  };
}

/** Formats the paths and codes of the first six schema issues, without values. */
export const misfits = (issues: readonly { path: PropertyKey[]; code?: string | undefined }[]): string =>
  issues
    .slice(0, 6)
    .map(({ path, code }) => `${path.map(String).join('.') || 'the body'} (${code})`)
    .join(', ');
