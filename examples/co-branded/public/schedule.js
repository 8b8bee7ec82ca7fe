/** Gives <dx-handoff> what this page hands over; the element may be defined before or after. */
const handoff = JSON.parse(document.querySelector('#handoff').textContent);
document.querySelector('dx-handoff').handoff = handoff;
