/** Sets the `handoff` property of <dx-handoff>. Runs before or after the element is defined. */
const handoff = JSON.parse(document.querySelector('#handoff').textContent);
const element = document.querySelector('dx-handoff');
element.handoff = handoff;

/** Once the request is sent, the element says so, and the page's own lines are over. */
element.addEventListener('dx-handoff-step', ({ detail }) => {
  const isSent = ['requested', 'confirmed'].includes(detail.step);
  for (const line of document.querySelectorAll('[data-until-sent]')) line.hidden = isSent;
});
