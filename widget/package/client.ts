/**
 * The entry `@dx-booking/widget/client`: sessions, bookings and appointments without a user interface, in browsers, React
 * Native and Node.
 */
export type {
  AppointmentView,
  AvailabilityView,
  CancelAnswer,
  ChangeView,
  Reading,
  RescheduleAnswer,
  ResultSheet,
  ResultsView,
} from '../../server/contract/appointments-api.ts';
export type { Answers, Draft, KnownProfile, OpenJourney } from '../../server/contract/journey-api/answers.ts';
export type { UploadedDocument } from '../../server/contract/journey-api/form-views.ts';
export type { Notice } from '../../server/contract/journey-api/notices.ts';
export type { PlaceView, Price } from '../../server/contract/journey-api/place-views.ts';
export type { SignedConsents } from '../../server/contract/journey-api/signed-consents.ts';
export type { JourneyView, Shows, Summary } from '../../server/contract/journey-api/views.ts';
export type { PartnerTerms } from '../../server/contract/partner-terms.ts';
export type { PartnerText } from '../../server/contract/partner-text.ts';
export type { FieldProblem } from '../../server/contract/problem.ts';
export { BookingError, createBookingClient } from '../client/booking-client.ts';
export type * from '../client/public-types.ts';
