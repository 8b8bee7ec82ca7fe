/** Types of the elements in Svelte templates: `import type {} from '@dx-booking/widget/svelte'`. */
import type { HTMLAttributes } from 'svelte/elements';
import type { AttributesOf, Elements, EventsOf } from './entry.ts';

/** `ondx-sent` in Svelte 5, `on:dx-sent` in Svelte 4. */
type Listeners<Details> = {
  [Name in keyof Details as `on${Name & string}` | `on:${Name & string}`]?: (
    event: EventsOf<Details>[Name],
  ) => void;
};

type SvelteTags = {
  [Tag in keyof Elements]: Partial<Elements[Tag]['properties']> &
    AttributesOf<Elements[Tag]['properties']> &
    Listeners<Elements[Tag]['details']> &
    Omit<HTMLAttributes<Elements[Tag]['element']>, keyof Elements[Tag]['properties']>;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends SvelteTags {}
}
