/** A React page, checked with the types of React 18 and of React 19. */
import { Appointments, Booking, Handoff, PhysicianOrder } from '@dx-booking/widget/react';
import { useRef } from 'react';

const getToken = async () => 'a token';

export function Page() {
  const booking = useRef<HTMLElementTagNameMap['dx-booking']>(null);
  const newUser = () => booking.current?.refreshUser();
  return (
    <main>
      <button type="button" onClick={newUser}>
        Another user
      </button>
      <Booking
        ref={booking}
        className="wide"
        server="https://booking.example"
        getSubjectToken={getToken}
        idleTimeout={600}
        testTypes="DEXA"
        noAlternates
        onStep={({ detail }) => detail.step satisfies 'place' | 'product' | string}
        onSent={({ detail }) => detail.appointment_id.length}
        onError={({ detail }) => detail.code}
      >
        <p slot="terms">By paying you accept our terms.</p>
      </Booking>
      <Appointments server="https://booking.example" onCanceled={({ detail }) => detail.appointment_id} />
      <PhysicianOrder appointmentId="one" onPhysicianStep={({ detail }) => detail.step} />
      <Handoff presentationMode="hosted_page" onHandoffComplete={({ detail }) => detail.handoff_id} />
      {/* @ts-expect-error: a misspelt property */}
      <Booking subjectTokn="a token" />
      {/* @ts-expect-error: an event of another element */}
      <Appointments onSent={() => {}} />
      {/* @ts-expect-error: an event without this detail */}
      <Booking onPayment={({ detail }) => detail.appointment_id} />
      {/* @ts-expect-error: no presentation mode */}
      <Handoff presentationMode="popup" />
      <dx-booking server="https://booking.example" subject-token="a token" test-types="DEXA" class="wide" />
      {/* @ts-expect-error: a misspelt attribute */}
      <dx-booking servr="https://booking.example" />
      {/* @ts-expect-error: no number of seconds */}
      <dx-appointments idle-timeout="soon" />
    </main>
  );
}
