const KEY = 'gantry.field-person';

/** Who used the field mode of this browser last. */
export const readFieldPerson = (from: Pick<Storage, 'getItem'> = localStorage): number | null => Number(from.getItem(KEY)) || null;
export const saveFieldPerson = (id: number, to: Pick<Storage, 'setItem'> = localStorage): void => to.setItem(KEY, String(id));
