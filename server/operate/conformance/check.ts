/** A check of the suite: data about it, and the function that tries a service. */
import type { Profile, Trial } from './trial.ts';

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
  /** A sentence without its requirement ids. */
  title: string;
  requirements: string[];
  /** Throws if the service does not do what the title says. A check of level `TOLD` returns the service's answer. */
  run: (trial: Trial) => Promise<unknown>;
}

type Add = (name: string, needs: Profile, title: string, run: Check['run']) => void;

/** Collects the checks of one area. A title ends with the ids of its requirements in brackets. */
export interface Area {
  checks: Check[];
  must: Add;
  should: Add;
  told: Add;
}

/** @param section the part of the specification that the area is about */
export function defineArea(area: string, section: string): Area {
  const checks: Check[] = [];
  const add =
    (level: Level): Add =>
    (name, needs, titled, run) => {
      const requirements = [...titled.matchAll(/\[([A-Z]+-?\d+)\]/g)].map(([, id = '']) => id);
      const title = titled.replaceAll(/ ?\[[A-Z]+-?\d+\]/g, '');
      checks.push({ id: `${area}/${name}`, area, section, level, needs, title, requirements, run });
    };
  return { checks, must: add('MUST'), should: add('SHOULD'), told: add('TOLD') };
}
