/** A React page that uses every component, and passes its functions before the elements are defined. */
import { Appointments, Booking, Handoff, PhysicianOrder } from '@dx-booking/widget/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const seen: string[] = [];
Object.assign(globalThis, { seen });

function Page() {
  const [round, setRound] = useState(0);
  const settings = {
    server: location.origin,
    getSubjectToken: async () => {
      seen.push(`token of round ${round}`);
      return 'a token';
    },
  };
  return (
    <>
      <button type="button" onClick={() => setRound(round + 1)}>
        Next
      </button>
      <Booking
        {...settings}
        className="wide"
        {...(round === 0 && { testTypes: 'DEXA' })}
        onError={({ detail }) => seen.push(`${detail.code} of round ${round}`)}
      />
      <Appointments {...settings} />
      <PhysicianOrder {...settings} appointmentId="one" />
      <Handoff {...settings} handoffId="one" />
    </>
  );
}

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
