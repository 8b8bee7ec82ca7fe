document.querySelector('dx-booking').getSubjectToken = async () => {
  const response = await fetch('/subject-token', { method: 'POST', cache: 'no-store' });
  if (response.status === 401) return null;
  if (!response.ok) throw new Error(`no token: ${response.status}`);
  return (await response.json()).token;
};
