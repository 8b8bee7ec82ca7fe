/**
 * A map of the clinics in the slot `map` of `<dx-booking>`, drawn without tiles: each clinic is a button at its
 * position. Replace the drawing with the map library of your choice; the event and `showClinic` stay the same.
 *
 * <script type="module" src="/clinic-map.js"></script>
 * <dx-booking server="https://booking.example">
 *   <clinic-map slot="map"></clinic-map>
 * </dx-booking>
 */
class ClinicMap extends HTMLElement {
  connectedCallback() {
    this.booking = this.closest('dx-booking');
    this.listening = new AbortController();
    const { signal } = this.listening;
    this.booking?.addEventListener('dx-clinics', ({ detail }) => this.draw(detail.clinics.features), {
      signal,
    });
  }

  disconnectedCallback() {
    this.listening.abort();
  }

  draw(features) {
    this.hidden = features.length === 0;
    // The element may have no inline styles under a strict policy; properties set by a script are allowed.
    Object.assign(this.style, {
      display: features.length === 0 ? 'none' : 'block',
      position: 'relative',
      height: '240px',
      border: '1px solid currentColor',
      borderRadius: '10px',
    });
    const at = projection(features.map(({ geometry }) => geometry.coordinates));
    this.replaceChildren(...features.map((feature) => this.pin(feature, at(feature.geometry.coordinates))));
  }

  pin({ id, properties: { name, price } }, { x, y }) {
    const pin = document.createElement('button');
    const cost =
      price &&
      new Intl.NumberFormat([], { style: 'currency', currency: price.currency }).format(price.amount);
    pin.type = 'button';
    pin.textContent = cost ?? '•';
    pin.setAttribute('aria-label', [cost, name].filter(Boolean).join(', '));
    Object.assign(pin.style, {
      position: 'absolute',
      left: `${x * 100}%`,
      top: `${y * 100}%`,
      translate: '-50% -50%',
    });
    pin.addEventListener('click', () => this.booking.showClinic(id));
    return pin;
  }
}

/** Fits the positions into a square from 0 to 1 with a margin. A degree of longitude is shorter than one of latitude. */
function projection(positions) {
  const middle = positions.reduce((sum, [, lat]) => sum + lat, 0) / positions.length;
  const flat = ([lng, lat]) => ({ x: lng * Math.cos((middle * Math.PI) / 180), y: -lat });
  const points = positions.map(flat);
  const range = (key) => {
    const values = points.map((point) => point[key]);
    const from = Math.min(...values);
    return { from, size: Math.max(...values) - from || 1 };
  };
  const [across, down] = [range('x'), range('y')];
  return (position) => {
    const { x, y } = flat(position);
    return { x: 0.1 + (0.8 * (x - across.from)) / across.size, y: 0.1 + (0.8 * (y - down.from)) / down.size };
  };
}

customElements.define('clinic-map', ClinicMap);
