'use client';
import { Booking } from '@dx-booking/widget/react';

async function getSubjectToken() {
  const response = await fetch('/subject-token', { method: 'POST', cache: 'no-store' });
  if (response.status === 401) return null;
  if (!response.ok) throw new Error(`no token: ${response.status}`);
  return (await response.json()).token;
}

export function BookingPanel() {
  return (
    <Booking
      server="http://127.0.0.1:8080"
      getSubjectToken={getSubjectToken}
      onStep={({ detail }) => console.log('step', detail.step)}
    />
  );
}
