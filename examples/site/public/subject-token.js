/** Gives the widget a new subject token of the signed-in user whenever it needs one. Runs before or after the element is defined. */
const element = document.querySelector('dx-booking, dx-appointments, dx-physician-order, dx-handoff');
const path = location.pathname.startsWith('/staff') ? '/staff/subject-token' : '/subject-token';
// This page asks a user who is signed out to sign in, and returns to itself.
const signIn = Object.assign(document.createElement('a'), {
  className: 'button sign-in',
  href: location.href,
  textContent: 'Sign in again',
});
element.getSubjectToken = async () => {
  const response = await fetch(path, { method: 'POST', cache: 'no-store' });
  // An empty token means that the user is signed out; the widget shows that.
  if (response.status === 401) return '';
  if (!response.ok) throw new Error(`subject token request failed: ${response.status}`);
  signIn.remove();
  return (await response.json()).token;
};
element.addEventListener('dx-signed-out', ({ detail: { reason } }) => {
  // After an idle time the user is still signed in here, and the widget has a button.
  if (reason === 'page') element.after(signIn);
});
