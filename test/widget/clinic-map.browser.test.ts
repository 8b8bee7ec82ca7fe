/** The example of a map in the slot of `<dx-booking>`: it draws what the event brings, and leads back to the card. */
import '../../examples/clinic-map.js';
import { assert, equal } from './assert.ts';

const feature = (id: string, lng: number, lat: number, price: object | null) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [lng, lat] },
  properties: { name: `Clinic ${id}`, address: '', distance_miles: 1, price, next_time: null },
});

describe('<clinic-map>', () => {
  it('draws a named button for each clinic, north at the top, and shows the card of the one pressed', () => {
    const booking = document.createElement('dx-booking') as HTMLElement & { showClinic(id: string): void };
    const shown: string[] = [];
    booking.showClinic = (id) => shown.push(id);
    booking.innerHTML = '<clinic-map slot="map"></clinic-map>';
    document.body.append(booking);
    const features = [
      feature('south', -87.6, 41.8, { amount: 149, currency: 'USD' }),
      feature('north', -87.7, 41.9, null),
    ];
    const clinics = { type: 'FeatureCollection', features };
    booking.dispatchEvent(new CustomEvent('dx-clinics', { detail: { clinics } }));
    const [south, north] = booking.querySelectorAll('button');
    assert(south !== undefined && north !== undefined, 'two buttons');
    equal(south.getAttribute('aria-label'), '$149.00, Clinic south');
    equal(north.getAttribute('aria-label'), 'Clinic north');
    const [lower, upper] = [south.getBoundingClientRect(), north.getBoundingClientRect()];
    assert(upper.top < lower.top && upper.left < lower.left, 'north is above, west is left');
    north.click();
    equal(shown, ['north']);
    booking.remove();
  });
});
