/** Types of the elements in Solid's JSX: `import type {} from '@dx-booking/widget/solid'`. */
import type { JSX } from 'solid-js';
import type { AttributesOf, Elements, EventsOf } from './entry.ts';

/** `on:dx-sent`. */
type Listeners<Details> = {
  [Name in keyof Details as `on:${Name & string}`]?: (event: EventsOf<Details>[Name]) => void;
};

/** `prop:getSubjectToken`. Without the prefix, Solid sets a property of this name in lower case. */
type Properties<Own> = {
  [Name in keyof Own as `prop:${Name & string}`]?: Own[Name];
};

type SolidTags = {
  [Tag in keyof Elements]: Properties<Elements[Tag]['properties']> &
    AttributesOf<Elements[Tag]['properties']> &
    Listeners<Elements[Tag]['details']> &
    Omit<JSX.HTMLAttributes<Elements[Tag]['element']>, keyof Elements[Tag]['properties']>;
};

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends SolidTags {}
  }
}
