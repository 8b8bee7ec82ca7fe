/** Gives the widget a new token of the signed-in user whenever it needs one. */
const element = document.querySelector('dx-booking, dx-appointments');
element.getSubjectToken = async () => {
  const response = await fetch('/subject-token', { method: 'POST', cache: 'no-store' });
  // An empty token means that the user is signed out; the widget shows that.
  if (response.status === 401) return '';
  if (!response.ok) throw new Error(`subject token request failed: ${response.status}`);
  return (await response.json()).token;
};
