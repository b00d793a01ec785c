import { beforeEach, expect, it } from 'vitest';
import {
  clearClientData,
  clearLastSpace,
  readCookie,
  readCsrfToken,
  readDarkTheme,
  readDisconnectCounter,
  readLastSpace,
  readToken,
  saveDarkTheme,
  saveDisconnectCounter,
  saveLanguage,
  saveLastSpace,
  saveToken,
  type CookieJar,
  type KeyValueStore,
} from './client-storage.ts';

/** Storage and cookies as a browser keeps them, without a browser. */
function browser(): { store: KeyValueStore & { all: Map<string, string> }; jar: CookieJar & { set: string[] } } {
  const all = new Map<string, string>();
  const cookies = new Map<string, string>();
  const set: string[] = [];
  return {
    store: {
      all,
      getItem: (key) => all.get(key) ?? null,
      setItem: (key, value) => void all.set(key, value),
      removeItem: (key) => void all.delete(key),
      key: (index) => [...all.keys()][index] ?? null,
      get length() {
        return all.size;
      },
    },
    jar: {
      set,
      get cookie() {
        return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      },
      set cookie(text: string) {
        set.push(text);
        const [name, value] = text.split(';')[0].split('=');
        if (/max-age=0/.test(text)) cookies.delete(name);
        else cookies.set(name, value);
      },
    },
  };
}

let world = browser();
beforeEach(() => {
  world = browser();
});

it('uses the names of the specification', () => {
  const { store, jar } = world;
  saveToken('t', store);
  saveLanguage('ru', store);
  saveDarkTheme(true, store);
  saveLastSpace(7, 42, store, jar);
  saveDisconnectCounter(3, store);
  expect([...store.all.keys()].sort()).toEqual([
    'DarkThemeActive',
    'authorization_token_gantry',
    'disconnect_counter',
    'last_used_localization',
    'last_used_space_id_7',
  ]);
  expect(jar.set).toEqual(['space_id=42; max-age=31536000; path=/; secure; samesite=none']);
});

it('lets the token and the dark theme survive clearing', () => {
  const { store, jar } = world;
  saveToken('t', store);
  saveDarkTheme(true, store);
  saveLanguage('ru', store);
  saveLastSpace(7, 42, store, jar);
  clearClientData(store);
  expect([...store.all.keys()].sort()).toEqual(['DarkThemeActive', 'authorization_token_gantry']);
  expect(readToken(store)).toBe('t');
  expect(readDarkTheme(store)).toBe(true);
});

it("keeps the last space per person and in the cookie; the person's own wins, clearing takes both", () => {
  const { store, jar } = world;
  saveLastSpace(7, 42, store, jar);
  saveLastSpace(8, 43, store, jar);
  expect(readLastSpace(7, store, jar)).toBe(42);
  expect(readLastSpace(9, store, jar)).toBe(43);
  clearLastSpace(7, store, jar);
  expect(readLastSpace(7, store, jar)).toBeNull();
  expect(readLastSpace(8, store, jar)).toBe(43);
  clearLastSpace(null, store, jar);
  expect(readLastSpace(8, store, jar)).toBeNull();
});

it('does not trust what others have written there', () => {
  const { store, jar } = world;
  store.setItem('last_used_space_id_7', '../evil');
  store.setItem('disconnect_counter', 'soon');
  expect(readLastSpace(7, store, jar)).toBeNull();
  expect(readDisconnectCounter(store)).toBeNull();
  expect(readDarkTheme(store)).toBeNull();
});

it('finds a cookie by its whole name', () => {
  const jar = { cookie: 'X-XSRF-TOKEN=no; XSRF-TOKEN=a%3Db' };
  expect(readCookie('XSRF-TOKEN', jar)).toBe('a=b');
  expect(readCsrfToken(jar)).toBe('a=b');
  expect(readCsrfToken({ cookie: 'XSRF-TOKEN=planted; __Host-XSRF-TOKEN=ours' })).toBe('ours');
  expect(readCsrfToken({ cookie: 'space_id=1' })).toBeNull();
  expect(readCookie('TOKEN', jar)).toBeNull();
});
