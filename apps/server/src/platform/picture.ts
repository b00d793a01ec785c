/** A picture written anew from what its bytes say: nothing of its file is in it that is not the picture. */
export type Picture = { type: 'image/png' | 'image/jpeg' | 'image/webp'; bytes: Buffer; width: number; height: number };
