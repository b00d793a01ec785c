/** A UUID as clients write it. */
export const CLIENT_KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The fields of a form or of an upload that say where a file belongs; what cannot be meant is left out. */
export const readPlace = (wbsId: string, clientKey: string): { wbs_id: number | null; client_key: string | null } => ({
  wbs_id: /^[1-9]\d{0,8}$/.test(wbsId) ? Number(wbsId) : null,
  client_key: CLIENT_KEY.test(clientKey) ? clientKey : null,
});

/** What an upload says of itself: pairs of a name and a base64 value, apart by commas (tus 1.0). */
export function readMetadata(head: string): { filename: string; wbs_id: number | null; client_key: string | null } {
  const pairs = head.split(',').map((pair) => pair.trim().split(' '));
  const stated = new Map(pairs.map(([name, value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]));
  return { filename: stated.get('filename') ?? '', ...readPlace(stated.get('wbs_id') ?? '', stated.get('client_key') ?? '') };
}

/** Whether a name ends with one of the extensions; without any, each does. */
export const isOfType = (name: string, types: readonly string[]): boolean =>
  types.length === 0 || types.some((type) => name.toLowerCase().endsWith(`.${type}`));
