/** The control plane, asked; and what came of it, told at the foot of the page. */
export async function ask(method, path, body) {
  const answer = await fetch(`/sandbox${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const json = answer.status === 204 ? undefined : await answer.json();
  if (!answer.ok) throw new Error(json?.error ?? `${method} ${path} was answered with ${answer.status}`);
  return json;
}

const told = document.querySelector('#told');
let silence;

export function tell(text, wrong = false) {
  told.textContent = text;
  told.classList.toggle('wrong', wrong);
  clearTimeout(silence);
  silence = setTimeout(() => told.replaceChildren(), 6000);
}

/** Pulls a lever, says so, and has the page read anew. */
export async function pull(text, method, path, body) {
  try {
    const answer = await ask(method, path, body);
    tell(text);
    document.dispatchEvent(new Event('pulled'));
    return answer;
  } catch (error) {
    tell(error.message, true);
    return undefined;
  }
}
