/** A Solid page. */
/** @jsxImportSource solid-js */
import type {} from '@dx-booking/widget/solid';

export const Page = () => (
  <main>
    <dx-booking
      class="wide"
      server="https://booking.example"
      getSubjectToken={async () => 'a token'}
      test-types="DEXA"
      on:dx-sent={({ detail }) => detail.appointment_id}
    />
    {/* @ts-expect-error: a misspelt property */}
    <dx-booking subjectTokn="a token" />
    {/* @ts-expect-error: no number of seconds */}
    <dx-appointments idle-timeout="soon" />
    {/* @ts-expect-error: an event without this detail */}
    <dx-booking on:dx-payment={({ detail }) => detail.appointment_id} />
  </main>
);
