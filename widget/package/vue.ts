/** Types of the elements in Vue templates: `import type {} from '@dx-booking/widget/vue'`. */
import type { HTMLAttributes, PublicProps } from 'vue';
import type { AttributesOf, Elements, EventsOf, PascalCase } from './entry.ts';

/** `@dx-sent`, as the prop `onDxSent`. */
type Listeners<Details> = {
  [Name in keyof Details as `on${PascalCase<Name & string>}`]?: (event: EventsOf<Details>[Name]) => void;
};

type VueElement<Tag extends keyof Elements> = new () => {
  $props: Partial<Elements[Tag]['properties']> &
    AttributesOf<Elements[Tag]['properties']> &
    Listeners<Elements[Tag]['details']> &
    Omit<HTMLAttributes, keyof Elements[Tag]['properties']> &
    PublicProps;
};

declare module 'vue' {
  interface GlobalComponents extends VueTags {}
}
type VueTags = { [Tag in keyof Elements]: VueElement<Tag> };
