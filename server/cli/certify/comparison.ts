/** What a certification found: where the service is as assumed, where it differs, what was not tried, and which settings follow from it. */
import { documentHostOf } from '../../upstream/documents/client.ts';

interface Compared {
  what: string;
  /** Null where it is as assumed; else how it differs: names, types and statuses, never a value of a record. */
  differs: string | null;
  /** What to do about it. */
  advice: string;
}

export interface Comparison {
  same(what: string): void;
  /**
   * @param how names, types and statuses; never a value of a record
   * @param advice what to do about it. @default no entry mends it
   */
  differs(what: string, how: string, advice?: string): void;
  /** Records what was not tried, and why. */
  left(what: string, why: string): void;
  /** Records that a document of the service is at this address; only its host is kept. */
  documentAt(address: string): void;
  /** Prints all of it. @returns the exit code: 1 where anything differs */
  report(print: (line: string) => void): number;
}

/** @param known the hosts that need not be added: the service's own, and those of DOCUMENT_HOSTS */
export function createComparison(known: { own: string; set: readonly string[] }): Comparison {
  const compared: Compared[] = [];
  const left: string[] = [];
  const hosts = new Set<string>();
  return {
    same: (what) => void compared.push({ what, differs: null, advice: '' }),
    differs: (what, how, advice = 'No entry mends this.') =>
      void compared.push({ what, differs: how, advice }),
    left: (what, why) => void left.push(`not tried  ${what}: ${why}`),
    documentAt(address) {
      const host = documentHostOf(address);
      if (host !== null && host !== known.own && !known.set.includes(host)) hosts.add(host);
    },
    report(print) {
      for (const { what, differs, advice } of compared) {
        if (differs === null) print(`as assumed ${what}`);
        else print(`DIFFERS    ${what}: ${differs}. ${advice}`);
      }
      for (const line of left) print(line);
      if (hosts.size > 0)
        print(`set        DOCUMENT_HOSTS=${[...known.set, ...[...hosts].sort()].join(',')}`);
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
