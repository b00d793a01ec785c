/** Rewrites a picture from its decoded structure, so that nothing else of the file is kept. */
export type Picture = { type: 'image/png' | 'image/jpeg' | 'image/webp'; bytes: Buffer; width: number; height: number };
