/**
 * The areas of the messages. An area is a part of a page, and the first part of the names of its messages. A build divides
 * this file: see `build/texts.ts`.
 */
import { catalogue, type Say } from './catalogue.ts';
import { areaTexts, type englishTexts } from './english-texts.ts';

type English = typeof englishTexts;
/** The first part of a name that has no at sign before it. */
type AreaName = {
  [Name in keyof English]: Name extends `@${string}`
    ? never
    : Name extends `${infer Area}.${string}`
      ? Area
      : never;
}[keyof English];

const area = <Area extends AreaName>(name: Area): Say<English, Area> => catalogue(name, areaTexts(name));

/** The element `<dx-appointments>`, except results. */
export const appointments = area('appointments');
/** The step "blocked": the answers do not allow the test, after the customer has paid. */
export const blocked = area('blocked');
/** The frame of the booking: names of steps, and progress. */
export const booking = area('booking');
/** The list of clinics in the step "place". */
export const clinics = area('clinics');
/** The step "consent": documents of the testing service to agree to, and a signature. */
export const consent = area('consent');
/** The ways to reach the partner, at the foot of every screen. */
export const contact = area('contact');
/** A date in three fields. */
export const dates = area('dates');
/** The names of the details that the page passes on to `<dx-handoff>`, in the middle of a sentence. */
export const details = area('details');
/** The step "document": a signed consent form as a PDF. */
export const document = area('document');
/** The failures between the page and the server, for all elements. */
export const failures = area('failures');
/** The controls of all forms. */
export const form = area('form');
/** Distances and the like, where `Intl` has no form. */
export const formats = area('formats');
/** `<dx-handoff>`: what is shown beside or in place of the hosted scheduling page. */
export const handoff = area('handoff');
/** The steps "prescreen" and "questionnaire": health questions of the testing service. */
export const health = area('health');
/** Urgent advice, and how to reach the partner. */
export const help = area('help');
/** The step "identity": the patient. */
export const identity = area('identity');
/** The limit of a text, in every form. */
export const length = area('length');
/** The frame of the booking from the first search on: back, over again, and sending. */
export const navigation = area('navigation');
/** The clinic's own note about a test. */
export const note = area('note');
/** The server's notices, by their codes. */
export const notices = area('notices');
/** The element `<dx-physician-order>`, for physicians and their staff. Texts of the order itself come from the service. */
export const physician = area('physician');
/** The step "place": the choice of a test, then of a clinic. */
export const place = area('place');
/** The step "product": the chosen test with its price and the clinic's own note. */
export const product = area('product');
/** The results of a test. Their names, texts and most units come from the testing service in English. */
export const results = area('results');
/** The step "review": everything chosen, the terms of the payment, and the payment. */
export const review = area('review');
/** The step "sent": the request, and later the confirmed appointment. Before that nothing may sound like a booking. */
export const sent = area('sent');
/** The errors of a phone number, a state or a postal code that cannot be one. */
export const shapes = area('shapes');
/** The question about a signature that is not the name given before. */
export const signature = area('signature');
/** What the customer signed, to read, print or save later. Its texts come from the testing service in English. */
export const signed = area('signed');
/** What is said while a request takes long. */
export const slow = area('slow');
/** The choices so far, beside the step. */
export const summary = area('summary');
/** The descriptions of the tests (DISC-09). How long a test takes is in the texts of the service. */
export const testCards = area('testCards');
/** The names of the eight tests (DISC-08). */
export const tests = area('tests');
/** The step "times" and the control to choose times, which the appointments use too. */
export const times = area('times');
/** Who is signed in: checks, sign-outs and the warning of an idle page, in every element. */
export const user = area('user');
/** What a customer needs between the request and the visit, and what follows a cancellation. */
export const visit = area('visit');
/** The steps "order" and "schedule", in which the customer only waits. */
export const waiting = area('waiting');
