import type { Scene } from './scene.ts';

/** Several drawings beside each other on one sheet; `x`, `y` say where each one's corner lies. */
export type Sheet = { width: number; height: number; parts: { scene: Scene; x: number; y: number }[] };
