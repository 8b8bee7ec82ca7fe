/** Gives the widget a fresh token of the signed-in user whenever it needs one; the element may be defined before or after. */
const element = document.querySelector('dx-booking, dx-appointments, dx-physician-order, dx-handoff');
const path = location.pathname.startsWith('/staff') ? '/staff/subject-token' : '/subject-token';
element.getSubjectToken = async () => {
  const response = await fetch(path, { method: 'POST', cache: 'no-store' });
  // Signed out: no token, and the widget says so.
  if (response.status === 401) return '';
  if (!response.ok) throw new Error(`no token: ${response.status}`);
  return (await response.json()).token;
};
