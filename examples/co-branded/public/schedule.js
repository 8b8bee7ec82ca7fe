/** Sets the `handoff` property of <dx-handoff>. Runs before or after the element is defined. */
const handoff = JSON.parse(document.querySelector('#handoff').textContent);
document.querySelector('dx-handoff').handoff = handoff;
