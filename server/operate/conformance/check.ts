/** A check of the suite: data about it, and the function that tries a service. */
import type { Profile, Provisioned, Trial } from './trial.ts';

/** `MUST` is stated by the specification, `SHOULD` follows from it, `TOLD` is open: the service's answer is reported. */
export type Level = 'MUST' | 'SHOULD' | 'TOLD';

/** One check. */
export interface Check {
  /** The area and a name: `orders/replay`. Stable, since baselines name it. */
  id: string;
  area: string;
  /** The section of the specification. */
  section: string;
  level: Level;
  needs: Profile;
  /** How the key of `trial.partner` must be provisioned; null: any key of either flow. */
  partner: Provisioned | null;
  /** A sentence without its requirement ids. */
  title: string;
  requirements: string[];
  /** Throws if the service does not do what the title says. A check of level `TOLD` returns the service's answer. */
  run: (trial: Trial) => Promise<unknown>;
}

type Run = Check['run'];
/** A tag of templates: `` must.write`replay: a key replays its order [IDEM-03]`(run) ``. */
type Add = (texts: TemplateStringsArray, ...names: string[]) => (run: Run) => void;

/** Collects the checks of one area. A template holds the name, a colon, the title, and the ids of its requirements. */
export interface Area {
  checks: Check[];
  must: Record<Profile, Add>;
  should: Record<Profile, Add>;
  told: Record<Profile, Add>;
}

/**
 * @param section the part of the specification that the area is about
 * @param partner how the key of `trial.partner` must be provisioned. Null takes any key of either flow. @default any of
 *   Full API Integration
 */
export function defineArea(area: string, section: string, partner: Provisioned | null = {}): Area {
  const checks: Check[] = [];
  const adds = (level: Level, needs: Profile): Add => {
    return (texts, ...names) => {
      const [name = '', titled = ''] = String.raw(texts, ...names).split(/: (.*)/s);
      const requirements = [...titled.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id = '']) => id);
      const title = titled.replaceAll(/ \[[A-Z]+-\d+\]/g, '');
      return (run) =>
        checks.push({
          id: `${area}/${name}`,
          area,
          section,
          level,
          needs,
          partner,
          title,
          requirements,
          run,
        });
    };
  };
  const of = (level: Level) => ({
    read: adds(level, 'read'),
    write: adds(level, 'write'),
    levers: adds(level, 'levers'),
  });
  return { checks, must: of('MUST'), should: of('SHOULD'), told: of('TOLD') };
}
