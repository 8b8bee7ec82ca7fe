/** What the compilers of Vue and of Svelte check of a template: objects of these types. */
import type {} from '@dx-booking/widget/svelte';
import type {} from '@dx-booking/widget/vue';
import type { SvelteHTMLElements } from 'svelte/elements';
import type { GlobalComponents } from 'vue';

type VueProps = InstanceType<GlobalComponents['dx-booking']>['$props'];
type SvelteProps = SvelteHTMLElements['dx-booking'];
const getSubjectToken = async () => 'a token';

export const vue: VueProps[] = [
  { server: 'https://booking.example', getSubjectToken, class: 'wide', key: 1 },
  { 'subject-token': 'a token', 'no-alternates': true },
  { onDxSent: ({ detail }) => detail.appointment_id },
  // @ts-expect-error: a misspelt attribute
  { 'subject-tokn': 'a token' },
  // @ts-expect-error: a misspelt property
  { subjectTokn: 'a token' },
  // @ts-expect-error: an event without this detail
  { onDxPayment: ({ detail }) => detail.appointment_id },
];

export const svelte: SvelteProps[] = [
  { server: 'https://booking.example', getSubjectToken, class: 'wide' },
  { 'subject-token': 'a token', 'no-alternates': true },
  { 'ondx-sent': ({ detail }) => detail.appointment_id },
  // @ts-expect-error: a misspelt attribute
  { 'subject-tokn': 'a token' },
  // @ts-expect-error: a misspelt property
  { subjectTokn: 'a token' },
  // @ts-expect-error: an event without this detail
  { 'ondx-payment': ({ detail }) => detail.appointment_id },
];
