import type { GatedFigure } from '../gates.ts';
export const measurePhotos = async (_quick: boolean): Promise<GatedFigure[]> => [];
