/** The result of a certification: matches, differences, skipped checks and settings to add. */
import { documentHostOf } from '../../../upstream/documents/client.ts';

interface Difference {
  /** The checks that found it. */
  found: Set<string>;
  how: string;
  advice: string;
}

/** Collects the results of a certification and prints them. */
export interface Comparison {
  /** Records a match. */
  same(what: string): void;
  /**
   * Records a difference. The report has one line for a difference that several checks find.
   * @param how names, types, statuses and words of forms and templates; never a secret, an id or an address
   * @param advice what the operator should do next. @default to report it to onboarding
   */
  differs(what: string, how: string, advice?: string): void;
  /** Records a check that was not tried, and why. */
  skipped(what: string, why: string): void;
  /** Records the host of a document's address. */
  documentAt(address: string): void;
  /** Prints the result. @returns the exit code: 1 if anything differs */
  report(print: (line: string) => void): number;
}

const reportIt =
  'No entry of ASSUMPTIONS_FILE covers this. Report this line to onboarding, and see "Differences without an entry" in server/README.md: an ADAPTER_MODULE can rewrite the response.';

/**
 * Creates an empty comparison.
 * @param known.own the service's own host, which needs no setting
 * @param known.set the hosts in DOCUMENT_HOSTS
 */
export function createComparison(known: { own: string; set: readonly string[] }): Comparison {
  const matches = new Set<string>();
  const differences = new Map<string, Difference>();
  const skipped = new Set<string>();
  const hosts = new Set<string>();
  return {
    same: (what) => void matches.add(what),
    differs(what, how, advice = reportIt) {
      const id = JSON.stringify([how, advice]);
      const difference = differences.get(id) ?? { found: new Set(), how, advice };
      difference.found.add(what);
      differences.set(id, difference);
    },
    skipped: (what, why) => void skipped.add(`not tried  ${what}: ${why}`),
    documentAt(address) {
      const host = documentHostOf(address);
      if (host !== null && host !== known.own && !known.set.includes(host)) hosts.add(host);
    },
    report(print) {
      for (const what of matches) print(`as assumed ${what}`);
      for (const { found, how, advice } of differences.values())
        print(`DIFFERS    ${[...found].join(' and ')}: ${how}. ${advice}`);
      for (const line of skipped) print(line);
      if (hosts.size > 0)
        print(`set        DOCUMENT_HOSTS=${[...known.set, ...[...hosts].sort()].join(',')}`);
      print(`${matches.size} as assumed, ${differences.size} differ, ${skipped.size} not tried`);
      return differences.size === 0 ? 0 : 1;
    },
  };
}
