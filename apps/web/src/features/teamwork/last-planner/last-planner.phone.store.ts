import type { RoadblockCategory } from '@gantry/domain';

/** A roadblock on this phone until the server has it; `refused` says why it is not taken. */
export type KeptOnPhone = {
  key: string;
  userId: number;
  spaceId: number;
  schedule_id: number;
  row_id: number;
  row_code: string;
  category: RoadblockCategory;
  text: string;
  refused: string | null;
};

const NAME = 'gantry.field-roadblocks';

/** Roadblocks that this browser keeps; another page of it may have sent some meanwhile. */
export function readKept(): KeptOnPhone[] {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? '[]') as KeptOnPhone[];
  } catch {
    return [];
  }
}

const write = (list: readonly KeptOnPhone[]): void => localStorage.setItem(NAME, JSON.stringify(list));

/** Keeps a roadblock, or what has become of one that is kept. */
export const keepOnPhone = (one: KeptOnPhone): void => write([...readKept().filter(({ key }) => key !== one.key), one]);
export const dropFromPhone = (key: string): void => write(readKept().filter((one) => one.key !== key));
