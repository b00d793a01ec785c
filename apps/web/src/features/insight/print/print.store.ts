import type { PrintDraft, PrintedLook } from './print.model.ts';

/** How an open schedule is looked at: what its print begins with. */
type OpenLook = PrintedLook & { columns: string[] } & Pick<PrintDraft['settings'], 'bar_text' | 'colour_by' | 'strip'>;

const looks = new Map<number, OpenLook>();

/** Keeps how a version is looked at until it is printed. */
export const keepLook = (versionId: number, look: OpenLook): void => void looks.set(versionId, look);

/** How a version was looked at when its print was opened; null where it was opened from elsewhere. */
export const lookOf = (versionId: number): OpenLook | null => looks.get(versionId) ?? null;
