import { readDarkTheme, saveDarkTheme, STORAGE_KEYS } from './storage/client-storage.ts';

type Scheme = 'light' | 'dark' | 'auto';

/** Keeps the theme as the flag that the specification names, and follows it when another tab changes it. */
export function darkThemeManager() {
  let unsubscribe = (): void => {};
  return {
    get: (fallback: Scheme): Scheme => {
      const dark = readDarkTheme();
      return dark === null ? fallback : dark ? 'dark' : 'light';
    },
    set: (value: Scheme) => value !== 'auto' && saveDarkTheme(value === 'dark'),
    subscribe: (onUpdate: (scheme: Scheme) => void) => {
      const listen = (event: StorageEvent): void => {
        if (event.key === STORAGE_KEYS.darkTheme && event.newValue !== null) onUpdate(event.newValue === 'true' ? 'dark' : 'light');
      };
      window.addEventListener('storage', listen);
      unsubscribe = () => window.removeEventListener('storage', listen);
    },
    unsubscribe: () => unsubscribe(),
    clear: () => {},
  };
}
