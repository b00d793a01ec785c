/** Bytes of a Windows GUID stand in mixed order: the first three groups backwards. */
const ORDER = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];

const SHORT = /^[A-Za-z0-9+/]{22}$/;
const LONG = /^\{?([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\}?$/i;

/** A GUID in the 22 characters of base64 that XER uses; other texts stay as they are. */
export function shortGuid(guid: string): string {
  const match = LONG.exec(guid);
  if (!match) return guid;
  const plain = Buffer.from(match.slice(1).join(''), 'hex');
  return Buffer.from(ORDER.map((at) => plain[at]))
    .toString('base64')
    .slice(0, 22);
}

/** A GUID as `{8-4-4-4-12}`, the form of XML; other texts stay as they are. */
export function longGuid(guid: string): string {
  if (!SHORT.test(guid)) return guid;
  const mixed = Buffer.from(guid, 'base64');
  const hex = Buffer.from(ORDER.map((at) => mixed[at]))
    .toString('hex')
    .toUpperCase();
  return `{${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}}`;
}
