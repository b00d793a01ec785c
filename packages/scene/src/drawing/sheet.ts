import type { Scene } from './scene.ts';

/** Several drawings beside each other on one sheet; `x`, `y` say where each one's corner lies, `scale` how much of the sheet a unit of it takes. */
export type Sheet = { width: number; height: number; parts: { scene: Scene; x: number; y: number; scale?: number }[] };
