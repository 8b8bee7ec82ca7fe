/** A Solid page. */
/** @jsxImportSource solid-js */
import type {} from '@dx-booking/widget/solid';

export const Page = () => (
  <main>
    <dx-booking
      class="wide"
      server="https://booking.example"
      prop:getSubjectToken={async () => 'a token'}
      test-types="DEXA"
      on:dx-sent={({ detail }) => detail.appointment_id}
    />
    {/* @ts-expect-error: a misspelt property */}
    <dx-booking prop:subjectTokn="a token" />
    {/* @ts-expect-error: Solid sets the property `getsubjecttoken` */}
    <dx-booking getSubjectToken={async () => 'a token'} />
    {/* @ts-expect-error: no number of seconds */}
    <dx-appointments idle-timeout="soon" />
    {/* @ts-expect-error: an event without this detail */}
    <dx-booking on:dx-payment={({ detail }) => detail.appointment_id} />
  </main>
);
