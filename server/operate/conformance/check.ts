/** A check of the suite: data about it, and the function that tries a service or judges a client. */
import type { Recording } from './clients/recording.ts';
import type { Profile, Provisioned, Trial } from './trial.ts';

/** `MUST` is stated by the specification, `SHOULD` follows from it, `TOLD` is open: the service's answer is reported. */
type Level = 'MUST' | 'SHOULD' | 'TOLD';

/** What a report says about a check. */
export interface Described {
  /** The area and a name: `orders/replay`. Stable, since baselines name it. */
  id: string;
  area: string;
  /** The section of the specification. */
  section: string;
  level: Level;
  /** A sentence without its requirement ids. */
  title: string;
  requirements: string[];
}

/** A check of a service. */
export interface Check extends Described {
  needs: Profile;
  /** How the key of `trial.partner` must be provisioned; null: any key of either flow. */
  partner: Provisioned | null;
  /** Throws if the service does not do what the title says. A check of level `TOLD` returns the service's answer. */
  run: (trial: Trial) => Promise<unknown>;
}

/** A check of a client, of what the recorder saw of it. */
export interface Rule extends Described {
  /** Throws if the client does not do what the title says. A rule of level `TOLD` returns what the client does. */
  run: (recording: Recording) => unknown;
}

/** A tag of templates: `` must.write`replay: a key replays its order [IDEM-03]`(run) ``. */
type Add<Run> = (texts: TemplateStringsArray, ...names: string[]) => (run: Run) => void;

/** A template holds the name, a colon, the title, and the ids of its requirements. */
const tag =
  <Run>(
    of: Pick<Described, 'area' | 'section' | 'level'>,
    add: (described: Described, run: Run) => void,
  ): Add<Run> =>
  (texts, ...names) => {
    const [name = '', titled = ''] = String.raw(texts, ...names).split(/: (.*)/s);
    const requirements = [...titled.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id = '']) => id);
    const title = titled.replaceAll(/ \[[A-Z]+-\d+\]/g, '');
    return (run) => add({ id: `${of.area}/${name}`, ...of, title, requirements }, run);
  };

/**
 * Collects the checks of one area.
 * @param section the part of the specification that the area is about
 * @param partner how the key of `trial.partner` must be provisioned. Null takes any key of either flow. @default any of
 *   Full API Integration
 */
export function defineArea(area: string, section: string, partner: Provisioned | null = {}) {
  const checks: Check[] = [];
  const of = (level: Level) => {
    const needing = (needs: Profile) =>
      tag<Check['run']>({ area, section, level }, (described, run) =>
        checks.push({ ...described, needs, partner, run }),
      );
    return { read: needing('read'), write: needing('write'), levers: needing('levers') };
  };
  return { checks, must: of('MUST'), should: of('SHOULD'), told: of('TOLD') };
}

/** Collects the rules of one area. @param section the part of the specification that the area is about */
export function defineRules(area: string, section: string) {
  const rules: Rule[] = [];
  const of = (level: Level) =>
    tag<Rule['run']>({ area, section, level }, (described, run) => rules.push({ ...described, run }));
  return { rules, must: of('MUST'), should: of('SHOULD'), told: of('TOLD') };
}
