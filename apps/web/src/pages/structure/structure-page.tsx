/** The structure of a space. */
export function StructurePage() {
  return null;
}
