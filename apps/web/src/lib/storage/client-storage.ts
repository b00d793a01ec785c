/** Every name under which the page keeps something in the browser or on the wire, in one place. */
export const STORAGE_KEYS = {
  token: 'authorization_token_gantry',
  lastSpacePrefix: 'last_used_space_id_',
  language: 'last_used_localization',
  disconnectCounter: 'disconnect_counter',
  darkTheme: 'DarkThemeActive',
  numberForm: 'number_form',
  desktopPrefix: 'notices_on_desktop_',
} as const;

/** Over TLS the CSRF cookie carries the prefix that ties it to this host. */
export const COOKIES = { space: 'space_id', csrf: ['__Host-XSRF-TOKEN', 'XSRF-TOKEN'] } as const;
export const HEADERS = {
  csrf: 'X-XSRF-TOKEN',
  space: 'X-Space-Id',
  actingFor: 'X-On-Behalf-Of',
  language: 'Accept-Language',
  localDay: 'X-Local-Day',
  onceKey: 'Idempotency-Key',
  prefer: 'Prefer',
  errorType: 'error-type',
} as const;
export const CHANNEL_NAME = 'gantry';

const SURVIVORS: readonly string[] = [STORAGE_KEYS.token, STORAGE_KEYS.darkTheme, STORAGE_KEYS.numberForm];

/** The part of Storage that is used here; tests pass a map. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const store = (): KeyValueStore => globalThis.localStorage;

export const readToken = (from = store()): string | null => from.getItem(STORAGE_KEYS.token);
export const saveToken = (token: string, to = store()): void => to.setItem(STORAGE_KEYS.token, token);
export const removeToken = (from = store()): void => from.removeItem(STORAGE_KEYS.token);

export const readLanguage = (from = store()): string | null => from.getItem(STORAGE_KEYS.language);
export const saveLanguage = (language: string, to = store()): void => to.setItem(STORAGE_KEYS.language, language);

/** How the person wants numbers written, as `DECIMAL_MARKS` and `GROUP_MARKS` name it; null where nobody chose. */
export const readNumberForm = (from = store()): string | null => from.getItem(STORAGE_KEYS.numberForm);
export const saveNumberForm = (form: string, to = store()): void => to.setItem(STORAGE_KEYS.numberForm, form);

/** Whether the dark theme was chosen; null where nobody chose and the system's preference rules. */
export function readDarkTheme(from = store()): boolean | null {
  const flag = from.getItem(STORAGE_KEYS.darkTheme);
  return flag === null ? null : flag === 'true';
}
export const saveDarkTheme = (dark: boolean, to = store()): void => to.setItem(STORAGE_KEYS.darkTheme, String(dark));

/** Whether this browser shows notices of a space on its desktop; the one who signs out takes that away. */
export const readDesktop = (spaceId: number, from = store()): boolean => from.getItem(STORAGE_KEYS.desktopPrefix + spaceId) === 'on';
export function saveDesktop(spaceId: number, on: boolean, to = store()): void {
  if (on) to.setItem(STORAGE_KEYS.desktopPrefix + spaceId, 'on');
  else to.removeItem(STORAGE_KEYS.desktopPrefix + spaceId);
}

/** Seconds left of the countdown of the disconnection page, kept over a reload. */
export function readDisconnectCounter(from = store()): number | null {
  const text = from.getItem(STORAGE_KEYS.disconnectCounter);
  const seconds = text === null ? Number.NaN : Number(text);
  return Number.isInteger(seconds) && seconds >= 0 ? seconds : null;
}
export const saveDisconnectCounter = (seconds: number, to = store()): void => to.setItem(STORAGE_KEYS.disconnectCounter, String(seconds));
export const clearDisconnectCounter = (from = store()): void => from.removeItem(STORAGE_KEYS.disconnectCounter);

/** Where a cookie is written; `document` in the browser. */
export type CookieJar = { cookie: string };

export function readCookie(name: string, jar: CookieJar = globalThis.document): string | null {
  for (const part of jar.cookie.split('; ')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at) === name) return decodeURIComponent(part.slice(at + 1));
  }
  return null;
}

/** The token that every change of data brings back in a header. */
export function readCsrfToken(jar: CookieJar = globalThis.document): string | null {
  return COOKIES.csrf.map((name) => readCookie(name, jar)).find((token) => token !== null) ?? null;
}

const YEAR_SECONDS = 365 * 24 * 3600;
const SPACE_COOKIE = 'path=/; secure; samesite=none';

/** The last used space stands twice: per person in local storage, which wins, and in a cookie that outlives its clearing. */
export function readLastSpace(userId: number | null, from = store(), jar: CookieJar = globalThis.document): number | null {
  const text = (userId === null ? null : from.getItem(STORAGE_KEYS.lastSpacePrefix + userId)) ?? readCookie(COOKIES.space, jar);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

export function saveLastSpace(userId: number | null, spaceId: number, to = store(), jar: CookieJar = globalThis.document): void {
  if (userId !== null) to.setItem(STORAGE_KEYS.lastSpacePrefix + userId, String(spaceId));
  jar.cookie = `${COOKIES.space}=${spaceId}; max-age=${YEAR_SECONDS}; ${SPACE_COOKIE}`;
}

/** Forgets the last used space of everybody on this browser when the person is not known. */
export function clearLastSpace(userId: number | null, from = store(), jar: CookieJar = globalThis.document): void {
  for (const key of keysOf(from)) {
    if (userId === null ? key.startsWith(STORAGE_KEYS.lastSpacePrefix) : key === STORAGE_KEYS.lastSpacePrefix + userId)
      from.removeItem(key);
  }
  jar.cookie = `${COOKIES.space}=; max-age=0; ${SPACE_COOKIE}`;
}

/** Clears what the page keeps in the browser, except what the specification lets survive. */
export function clearClientData(from = store()): void {
  for (const key of keysOf(from)) if (!SURVIVORS.includes(key)) from.removeItem(key);
}

function keysOf(from: KeyValueStore): string[] {
  return Array.from({ length: from.length }, (_unused, index) => from.key(index)).filter((key) => key !== null);
}
