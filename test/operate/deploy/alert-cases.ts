/** For each alert: series as the server exports them, at what time it fires, and at what time it does not. */

/** The series of one alert, in the notation of `promtool test rules`. Samples are a minute apart. */
export interface AlertCase {
  /** Without `job` and `instance`, which Prometheus adds: `@a` or `@b` at the end names the process. @default a */
  series: Record<string, string>;
  /** When it fires, and the labels of each alert besides `severity`. @default one without labels */
  fires: { at: string; labels?: Record<string, string>[] };
  /** When it does not. */
  quiet: string;
}

const steps = (status: string) =>
  `dx_http_request_duration_seconds_count{method="POST",route="/journeys/:id",status="${status}"}`;
const calls = (outcome: string) =>
  `dx_upstream_call_duration_seconds_count{flow="full_api",endpoint="POST /v1/orders",outcome="${outcome}"}`;
const took = (le: string) =>
  `dx_http_request_duration_seconds_bucket{method="POST",route="/journeys/:id",status="2xx",le="${le}"}`;
const parked = (waitsFor: string) =>
  `dx_writes_waiting{flow="full_api",state="parked",waits_for="${waitsFor}"}`;
const oldestPaid = 'dx_paid_bookings_oldest_seconds{flow="full_api"}';
const flow = { flow: 'full_api' };
const logged = (event: string) => `dx_errors_logged_total{event="${event}"}`;

/** By the name of the alert. */
export const alertCases: Record<string, AlertCase> = {
  BookingServerAbsent: {
    series: { dx_store_up: '1x5 _x20' },
    quiet: '5m',
    // A target that does not respond has no series after that moment.
    fires: { at: '17m' },
  },
  BookingServerMissing: {
    series: {
      'up@a': '1x60',
      'up@b': '1x9 0x50',
      'dx_store_up@a': '1x60',
      'dx_store_up@b': '1x9 stale _x49',
    },
    quiet: '9m',
    fires: { at: '60m', labels: [{ job: 'dx-booking', instance: 'b' }] },
  },
  BookingDatabaseDown: {
    series: { 'dx_store_up@a': '1x10', 'dx_store_up@b': '1x4 0x5' },
    quiet: '4m',
    fires: { at: '6m' },
  },
  BookingDatabaseReadOnly: {
    series: { dx_store_up: '1x10', dx_store_writable: '1x4 0x5' },
    quiet: '4m',
    fires: { at: '6m' },
  },
  BookingServiceAway: {
    // The last response came 120 s after the start of the epoch.
    series: { 'dx_upstream_last_response_timestamp_seconds{flow="full_api"}': '0 60 120 120x30' },
    quiet: '16m',
    fires: { at: '19m', labels: [flow] },
  },
  BookingPaidBookingStopped: {
    series: { [logged('journey.stopped')]: '0x64', [logged('handoff.stopped')]: '0x4 1x60' },
    quiet: '4m',
    fires: { at: '6m' },
  },
  BookingPaidBookingWaits: {
    series: { [oldestPaid]: '0x4 0+60x20' },
    quiet: '15m',
    fires: { at: '17m', labels: [flow] },
  },
  BookingWritesLate: {
    series: { 'dx_writes_oldest_seconds{flow="full_api",waits_for="service"}': '0x4 0+60x20' },
    quiet: '15m',
    fires: { at: '17m', labels: [flow] },
  },
  BookingKeyRefused: {
    series: { [parked('key')]: '0x4 1x5' },
    quiet: '4m',
    fires: { at: '5m', labels: [flow] },
  },
  BookingWritesParked: {
    series: { [parked('reader')]: '0x4 1x5', [parked('service')]: '5x9' },
    quiet: '4m',
    fires: { at: '5m', labels: [{ ...flow, waits_for: 'reader' }] },
  },
  BookingWritesStayParked: {
    series: { [parked('service')]: '0x4 5x70' },
    quiet: '60m',
    fires: { at: '66m', labels: [{ ...flow, waits_for: 'service' }] },
  },
  BookingServiceFailing: {
    series: { [calls('2xx')]: '0+10x9 90+7x30', [calls('timeout')]: '_x9 1+3x30' },
    quiet: '10m',
    fires: { at: '30m', labels: [flow] },
  },
  BookingStepsBurnFast: {
    series: { [steps('2xx')]: '0+10x90', [steps('5xx')]: '0x60 1+3x30' },
    quiet: '60m',
    fires: { at: '80m' },
  },
  BookingStepsBurnSlow: {
    series: { [steps('2xx')]: '0+100x1500', [steps('5xx')]: '0x700 1+1x800' },
    quiet: '700m',
    fires: { at: '1500m' },
  },
  BookingSendingBurnFast: {
    series: { [oldestPaid]: '0x60 700+60x20' },
    quiet: '60m',
    fires: { at: '70m', labels: [flow] },
  },
  BookingSendingBurnSlow: {
    series: { [oldestPaid]: '0x600 700+60x20 0x60' },
    quiet: '600m',
    fires: { at: '660m', labels: [flow] },
  },
  BookingRequestsFailing: {
    series: { [steps('2xx')]: '0+10x30', [steps('5xx')]: '0x9 1+1x20' },
    quiet: '9m',
    fires: { at: '20m' },
  },
  BookingRequestsSlow: {
    series: { [took('2.5')]: '0+9x40', [took('5')]: '0+10x40', [took('+Inf')]: '0+10x40' },
    quiet: '5m',
    fires: { at: '30m' },
  },
  BookingHookFailing: {
    series: { 'dx_hook_failures_total{hook="payment"}': '0x4 1x4 2+1x10' },
    // One failure is in BookingErrorsLogged.
    quiet: '8m',
    fires: { at: '14m', labels: [{ hook: 'payment' }] },
  },
  BookingAssumptionUnmet: {
    series: { 'dx_assumptions_unmet_total{entry="consent.htmlFormats"}': '0x4 1x10' },
    quiet: '4m',
    fires: { at: '5m', labels: [{ entry: 'consent.htmlFormats' }] },
  },
  BookingResponseUnreadable: {
    series: { 'dx_upstream_unreadable_total{endpoint="POST /v1/orders"}': '_x4 1x10' },
    quiet: '3m',
    fires: { at: '5m', labels: [{ endpoint: 'POST /v1/orders' }] },
  },
  BookingServiceDrift: {
    series: { 'dx_upstream_drift_total{endpoint="GET /v1/locations",field="[].name"}': '_x4 1x10' },
    quiet: '3m',
    fires: { at: '5m', labels: [{ endpoint: 'GET /v1/locations' }] },
  },
  BookingItemsSetAside: {
    series: { 'dx_upstream_items_set_aside_total{endpoint="GET /v1/locations",list="data"}': '_x4 1x10' },
    quiet: '3m',
    fires: { at: '5m', labels: [{ endpoint: 'GET /v1/locations', list: 'data' }] },
  },
  BookingWebhooksRefused: {
    series: { 'dx_webhooks_refused_total{reason="event_signature"}': '0x4 7x10' },
    quiet: '4m',
    fires: { at: '5m', labels: [{ reason: 'event_signature' }] },
  },
  BookingWebhooksAbsent: {
    series: {
      'dx_writes_total{flow="full_api",kind="order.place",outcome="settled"}': '0+1x500',
      'dx_webhooks_accepted_total{outcome="new"}': '0+1x9 9x490',
      'dx_webhooks_accepted_total{outcome="duplicate"}': '0x500',
    },
    quiet: '6h',
    fires: { at: '7h' },
  },
  BookingWebhookReadsLate: {
    series: { dx_webhook_reads_waiting: '100x4 101x20' },
    quiet: '15m',
    fires: { at: '21m' },
  },
  BookingEventsParked: {
    series: { 'dx_events_waiting{state="parked"}': '0x4 1x10' },
    quiet: '4m',
    fires: { at: '5m' },
  },
  BookingEventsLate: {
    series: { 'dx_events_waiting{state="due"}': '100x4 101x40' },
    quiet: '30m',
    fires: { at: '36m' },
  },
  BookingAccessLogAltered: {
    // Found at the start of the process, before Prometheus has read it once.
    series: { [logged('access_log.altered')]: '_x4 1x10' },
    quiet: '3m',
    fires: { at: '5m' },
  },
  BookingAccessLogUndelivered: {
    series: { dx_access_log_undelivered_seconds: '0x4 901x10' },
    quiet: '9m',
    fires: { at: '11m' },
  },
  BookingLogNotTaken: {
    // A slow reader leaves some lines now and then.
    series: { 'dx_log_waiting_bytes@a': '0 400 0 300 0x20', 'dx_log_waiting_bytes@b': '0x4 9000+9000x30' },
    quiet: '8m',
    fires: { at: '12m', labels: [{ job: 'dx-booking', instance: 'b' }] },
  },
  BookingLeasesLost: {
    series: {
      'dx_writes_total{flow="full_api",kind="order.place",outcome="lease_lost"}': '0x4 4x10',
    },
    quiet: '4m',
    fires: { at: '6m' },
  },
  BookingErrorsLogged: {
    series: { [logged('hook.failed')]: '0x4 1x25', [logged('configuration.incomplete')]: '1x30' },
    quiet: '25m',
    fires: { at: '5m', labels: [{ event: 'configuration.incomplete' }, { event: 'hook.failed' }] },
  },
};
