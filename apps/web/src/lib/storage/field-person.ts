const KEY = 'gantry.field-person';
const INSTALL_KEY = 'gantry.field-install';

/** Whether the person has answered the offer to install the field mode. */
export const readInstallAnswer = (from: Pick<Storage, 'getItem'> = localStorage): boolean => from.getItem(INSTALL_KEY) !== null;
export const saveInstallAnswer = (to: Pick<Storage, 'setItem'> = localStorage): void => to.setItem(INSTALL_KEY, '1');

/** The language that the page spoke last: the field mode opens without the server, which knows the person's. */
const LANGUAGE_KEY = 'gantry.field-language';
export const readFieldLanguage = (from: Pick<Storage, 'getItem'> = localStorage): string | null => from.getItem(LANGUAGE_KEY);
export const saveFieldLanguage = (language: string, to: Pick<Storage, 'setItem'> = localStorage): void =>
  to.setItem(LANGUAGE_KEY, language);

/** Who used the field mode of this browser last. */
export const readFieldPerson = (from: Pick<Storage, 'getItem'> = localStorage): number | null => Number(from.getItem(KEY)) || null;
export const saveFieldPerson = (id: number, to: Pick<Storage, 'setItem'> = localStorage): void => to.setItem(KEY, String(id));
