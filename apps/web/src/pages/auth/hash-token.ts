/** Takes the token of a mailed link out of the address, so that no history and no screenshot keeps it. */
export function takeHashToken(): string {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
  if (token) window.history.replaceState(window.history.state, '', window.location.pathname);
  return token;
}
