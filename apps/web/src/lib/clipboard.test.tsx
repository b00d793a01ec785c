import { afterEach, expect, test, vi } from 'vitest';
import { newCallKey } from './calls/api-client.ts';
import { copyText } from './clipboard.ts';

/** A browser gives pages over plain HTTP neither `randomUUID` nor a clipboard, unless they come from its own machine. */
function overPlainHttp(): void {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
}
afterEach(() => vi.unstubAllGlobals());

test('keys of changes are UUIDs, each another one, over plain HTTP too', () => {
  overPlainHttp();
  const keys = Array.from({ length: 500 }, newCallKey);
  expect(new Set(keys).size).toBe(500);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('text is copied over plain HTTP, and the page stands as before', async () => {
  overPlainHttp();
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  let copied = '';
  document.execCommand = () => {
    copied = (document.activeElement as HTMLTextAreaElement).value;
    return true;
  };
  expect(await copyText('+1 555 0100')).toBe(true);
  expect([copied, document.activeElement, document.querySelectorAll('textarea').length]).toEqual(['+1 555 0100', button, 0]);
});
