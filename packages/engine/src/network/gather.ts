/** Values of a column at the given places, in their order. */
export function gatherDates(source: Int32Array, places: Int32Array): Int32Array {
  const values = new Int32Array(places.length);
  for (let at = 0; at < places.length; at++) values[at] = source[places[at]];
  return values;
}

/** Bytes of a column at the given places, in their order. */
export function gatherBytes(source: Uint8Array, places: Int32Array): Uint8Array {
  const values = new Uint8Array(places.length);
  for (let at = 0; at < places.length; at++) values[at] = source[places[at]];
  return values;
}

/** Index of each value 0 … size − 1 in a column; −1 when missing. */
export function placesOf(values: Int32Array, size: number): Int32Array {
  const places = new Int32Array(size).fill(-1);
  for (let at = 0; at < values.length; at++) places[values[at]] = at;
  return places;
}
