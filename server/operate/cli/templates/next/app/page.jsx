import { BookingPanel } from './booking-panel';

export const metadata = { title: 'Book a test' };

export default function Page() {
  return (
    <main>
      <h1>Book a test</h1>
      <BookingPanel />
    </main>
  );
}
