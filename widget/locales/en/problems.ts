// It imports nothing: it loads with the first refusal, and all elements take the same file.

/** Why the server did not accept what the customer did, by problem code. One sentence each. */
export const problems = {
  /** Any other reason. */
  other: 'That didn’t work. Nothing is lost. Please try again.',
  /** The customer sends too much at once. */
  too_many_requests: 'Please wait a moment, then try again.',
  /** Fields of a form are wrong. The fields say more. */
  invalid_fields: 'Please check the marked answers.',
  /** The signed-in user may not do this, for example a customer on the clinician's page. */
  role_not_allowed: 'Your account isn’t allowed to do this.',
  /** The testing service is away. */
  service_unavailable: 'We can’t reach the booking service right now. Please try again in a moment.',
  /** The testing service is away. */
  configuration_unavailable: 'Booking isn’t available right now. Please try again in a moment.',
  /** Something on the server is set up wrong. The operator knows. */
  assumption_unmet: 'Online booking isn’t set up correctly for this {clinic} yet.',
  /** Scheduling is set up wrong. The operator knows. */
  flow_mismatch: 'Scheduling isn’t set up correctly on this website yet. We’ve been notified.',
  /** A former booking has an order and must be finished first. */
  journey_has_order: 'You have a booking in progress. Finish it before you start another.',
  /** The customer changes a step that is closed. */
  step_closed: 'This step can’t be changed anymore.',
  /** A step before is open. */
  step_out_of_order: 'Finish the step before this one first.',
  /** A clinic that the search did not find. */
  place_not_offered: 'Choose one of the {clinics} in the list.',
  /** A test that is not offered. */
  test_not_offered: 'Choose one of the tests in the list.',
  /** A question of the service that the widget cannot show. */
  questionnaire_unsupported: 'One of the questions can’t be shown here. Please contact support.',
  /** The partner's payment does not respond. */
  payment_unavailable: 'We can’t reach the payment page right now. You haven’t been charged.',
  /** A document is needed. */
  document_missing: 'Upload the signed document first.',
  /** The file is empty. */
  document_empty: 'This file is empty. Choose another one.',
  /** The file is no PDF. */
  document_not_pdf: 'Choose a PDF file.',
  /** The file has more than 20 MB. */
  document_too_large: 'This file is too large. The limit is 20 MB.',
  /** The upload broke off. */
  document_cut_short: 'The upload didn’t finish. Please upload the file again.',
  /** The same document is being uploaded elsewhere. */
  upload_in_progress: 'This document is already being uploaded. Please wait a moment.',
  /** Many uploads at once. */
  too_many_uploads: 'Many files are being uploaded right now. Please try again in a moment.',
  /** The appointment changed meanwhile; it is shown anew. */
  appointment_moved: 'This appointment has just changed. Check it and try again.',
  /** The appointment is not there. */
  appointment_not_found: 'We can’t find this appointment.',
  /** The action is not possible now. */
  not_offered: 'You can’t do this with this appointment right now.',
  /** A time was taken by someone else. */
  slot_gone: 'One of your times was just taken. Please choose another.',
  /** A time was taken by someone else. */
  slot_unavailable: 'One of your times was just taken. Please choose another.',
  /** The clinic's calendar is away. */
  calendar_unavailable: 'The {clinic}’s calendar isn’t responding. Please try again in a moment.',
  /** The consent form is not signed yet. */
  form_pending: 'The form isn’t signed yet. Please check again later.',
  /** The appointment has no form. */
  form_not_available: 'There is no form for this appointment.',
  /** The clinician's order changed meanwhile; it is shown anew. */
  order_moved: 'This order has just changed. Check it and try again.',
  /** To a clinician: the order is made in another way. */
  branch_not_provisioned: 'This appointment is ordered another way.',
  /** To a clinician: orders are not set up. */
  not_configured: 'Orders aren’t set up here yet. We’ve been notified.',
  /** To a clinician: a part cannot be shown, so it cannot be signed. */
  presentation_not_shown: 'Part of this order can’t be shown, so it can’t be signed. We’ve been notified.',
  /** Scheduling was opened twice. */
  handoff_under_way: 'Your request is being sent. Please try again in a moment.',
  /** Scheduling refused the order. */
  handoff_refused: 'This can’t be scheduled here. Please contact support.',
  /** Scheduling is set up wrong. */
  handoff_origin_mismatch: 'Scheduling isn’t set up correctly on this website yet. We’ve been notified.',
  /** Details that the website passed on were refused. */
  not_accepted: 'Some of your details weren’t accepted. Please check them.',
  /** The order is being made. */
  order_under_way: 'We’re placing your order. Please try again in a moment.',
  /** The order cannot be made now. */
  order_unavailable: 'We can’t place your order right now. Please try again in a moment.',
  /** The order was refused. */
  order_refused: 'We couldn’t place your order. Nothing was scheduled.',
  /** Health questions of the test are open. */
  prescreen_needed: 'Answer the health questions for this test first.',
} as const;
