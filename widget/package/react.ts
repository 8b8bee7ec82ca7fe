/**
 * Typed React components of the four elements, for React 18 and 19. React drops functions and listeners of custom
 * elements in some cases (React 18 always, React 19 if it hydrates or if the element is defined later). The components
 * set all properties and listeners in a layout effect.
 */
import {
  createElement,
  type DetailedHTMLProps,
  type ForwardedRef,
  type ForwardRefExoticComponent,
  forwardRef,
  type HTMLAttributes,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import type { AttributesOf, Elements, EventsOf, PascalCase } from './entry.ts';

type Tag = keyof Elements;
type Properties<T extends Tag> = Elements[T]['properties'];
type Details<T extends Tag> = Elements[T]['details'];

/** `onSignedOut` for `dx-signed-out`. */
type ListenerName<Name> = Name extends `dx-${infer Rest}` ? `on${PascalCase<Rest>}` : never;
type Listeners<T extends Tag> = {
  [Name in keyof Details<T> as ListenerName<Name>]?:
    | ((event: EventsOf<Details<T>>[Name]) => void)
    | undefined;
};
type OwnProps<T extends Tag> = {
  [Name in keyof Properties<T>]?: Properties<T>[Name] | undefined;
} & Listeners<T>;

/**
 * The props of an element's component: its properties, its events, `className`, `style` and the like, and as `children` what
 * fills its slots.
 */
export type ElementProps<T extends Tag> = OwnProps<T> &
  Omit<HTMLAttributes<Elements[T]['element']>, keyof OwnProps<T>>;

/** A component that renders an element and loads its module. `ref` is the element. */
export type ElementComponent<T extends Tag> = ForwardRefExoticComponent<
  ElementProps<T> & RefAttributes<Elements[T]['element']>
>;

/** The value of each property that is not set. */
type Defaults<T extends Tag> = { [Name in keyof Properties<T>]-?: Properties<T>[Name] };

const shared: Defaults<'dx-appointments'> = {
  server: '',
  subjectToken: '',
  subjectTokenType: '',
  getSubjectToken: undefined,
  idleTimeout: 0,
  messages: {},
};

/** React warns if it meets a layout effect on a server. */
const useClientEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** @param load imports the module that defines the tag */
function component<T extends Tag>(
  tag: T,
  listeners: { readonly [Name in keyof Details<T>]: ListenerName<Name> },
  defaults: Defaults<T>,
  load: () => Promise<unknown>,
): ElementComponent<T> {
  type Element = Elements[T]['element'];
  const own = new Set(['className', ...Object.keys(defaults), ...Object.values<string>(listeners)]);

  const render = (props: Record<string, unknown>, ref: ForwardedRef<Element>) => {
    const element = useRef<Element>(null);
    const applied = useRef<Record<string, unknown>>({});
    useImperativeHandle(ref, () => element.current as Element, []);
    useClientEffect(() => {
      for (const [name, unset] of Object.entries(defaults))
        if (props[name] !== applied.current[name])
          Object.assign(element.current as Element, { [name]: props[name] ?? unset });
      applied.current = props;
    });
    useClientEffect(() => {
      const stop = new AbortController();
      for (const [event, name] of Object.entries<string>(listeners)) {
        const listener = (fired: Event) =>
          (applied.current[name] as ((event: Event) => void) | undefined)?.(fired);
        element.current?.addEventListener(event, listener, { signal: stop.signal });
      }
      load().catch((error: unknown) => console.error(`<${tag}> did not load.`, error));
      return () => stop.abort();
    }, []);
    const rest = Object.fromEntries(Object.entries(props).filter(([name]) => !own.has(name)));
    // React 18 does not translate `className` for custom elements.
    return createElement(tag, { ...rest, class: props.className, ref: element });
  };
  const wrapped = forwardRef(render as Parameters<typeof forwardRef<Element, ElementProps<T>>>[0]);
  return wrapped as unknown as ElementComponent<T>;
}

const everywhere = { 'dx-signed-out': 'onSignedOut', 'dx-error': 'onError' } as const;

/**
 * `<dx-booking>` as a component.
 *
 * @example
 * <Booking server="https://booking.example" getSubjectToken={getToken} onSent={({ detail }) => track(detail)} />
 */
export const Booking: ElementComponent<'dx-booking'> = component(
  'dx-booking',
  {
    ...everywhere,
    'dx-step': 'onStep',
    'dx-clinics': 'onClinics',
    'dx-payment': 'onPayment',
    'dx-sent': 'onSent',
    'dx-blocked': 'onBlocked',
  },
  {
    ...shared,
    testTypes: '',
    zip: '',
    position: '',
    locations: '',
    offerings: '',
    radiusMiles: 0,
    noAlternates: false,
    noHistory: false,
  },
  () => import('@dx-booking/widget/booking'),
);

/** `<dx-appointments>` as a component. */
export const Appointments: ElementComponent<'dx-appointments'> = component(
  'dx-appointments',
  { ...everywhere, 'dx-canceled': 'onCanceled', 'dx-rescheduled': 'onRescheduled' },
  shared,
  () => import('@dx-booking/widget/appointments'),
);

/** `<dx-physician-order>` as a component. */
export const PhysicianOrder: ElementComponent<'dx-physician-order'> = component(
  'dx-physician-order',
  {
    ...everywhere,
    'dx-physician-step': 'onPhysicianStep',
    'dx-physician-wrong-patient': 'onPhysicianWrongPatient',
  },
  { ...shared, appointmentId: '', worklist: false },
  () => import('@dx-booking/widget/physician-order'),
);

/** `<dx-handoff>` as a component. */
export const Handoff: ElementComponent<'dx-handoff'> = component(
  'dx-handoff',
  {
    ...everywhere,
    'dx-handoff-step': 'onHandoffStep',
    'dx-handoff-complete': 'onHandoffComplete',
  },
  { ...shared, handoffId: '', presentationMode: 'iframe', frameTitle: '', handoff: null },
  () => import('@dx-booking/widget/handoff'),
);

type Tags = {
  [T in Tag]: AttributesOf<Properties<T>> & { class?: string } & DetailedHTMLProps<
      HTMLAttributes<Elements[T]['element']>,
      Elements[T]['element']
    >;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
