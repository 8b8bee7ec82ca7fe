/** Gives the widget a fresh token of the signed-in user whenever it needs one; the element may be defined before or after. */
const element = document.querySelector('dx-handoff');
element.getSubjectToken = async () => {
  const response = await fetch('/subject-token', { method: 'POST', cache: 'no-store' });
  // Signed out: no token, and the widget says so.
  if (response.status === 401) return '';
  if (!response.ok) throw new Error(`no token: ${response.status}`);
  return (await response.json()).token;
};
