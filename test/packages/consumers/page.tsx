/** A React page that uses every component. It hydrates what a server renders, before the elements are defined. */
import { Appointments, Booking, Handoff, PhysicianOrder } from '@dx-booking/widget/react';
import { StrictMode, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';

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
      >
        <p slot="contact">Call us, in round {round}.</p>
      </Booking>
      <Appointments {...settings} />
      <PhysicianOrder {...settings} appointmentId="one" />
      <Handoff {...settings} handoffId="one" />
    </>
  );
}

const main = document.body.appendChild(document.createElement('main'));
const app = (
  <StrictMode>
    <Page />
  </StrictMode>
);
main.innerHTML = renderToString(app);
hydrateRoot(main, app);
