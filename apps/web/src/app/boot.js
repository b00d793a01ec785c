// Runs before the first paint and before any module: the theme without a flash, and settings that libraries read while they load.
{
  let flag = null;
  try {
    flag = localStorage.getItem('DarkThemeActive');
  } catch {
    flag = null;
  }
  const dark = flag === null ? matchMedia('(prefers-color-scheme: dark)').matches : flag === 'true';
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  // The content policy forbids `new Function`; without this zod probes for it and the browser reports a violation.
  globalThis.__zod_globalConfig = { jitless: true };
  // The content policy lets no text become a part of the page or the address of a script unless it passes here: the style sheets that
  // the UI kit writes, and workers of the page.
  globalThis.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL(text) {
      const { origin, pathname } = new URL(text, location.href);
      return origin === location.origin && (pathname.startsWith('/assets/') || pathname === '/notices-worker.js') ? text : null;
    },
  });
  // The scroll lock of dialogs takes its style nonce from here.
  globalThis.__webpack_nonce__ = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') || undefined;
}
