/** The nonce that the server's content policy allows for styles written at run time; empty where there is no policy. */
export function styleNonce(): string {
  return document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
}
