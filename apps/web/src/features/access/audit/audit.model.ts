/** Formats the details of an entry in one line: names and values, nested names joined by a dot. */
export function detailsLine(details: Record<string, Detail> | null): string {
  return details ? partsOf(details, '').join(', ') : '';
}

type Detail = string | number | boolean | null | undefined | readonly Detail[] | { readonly [name: string]: Detail };

function partsOf(value: Detail, name: string): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.length ? [`${name}: ${value.map((entry) => partsOf(entry, '').join('')).join(' ')}`] : [];
  if (isRecord(value)) return Object.entries(value).flatMap(([key, inner]) => partsOf(inner, name ? `${name}.${key}` : key));
  const text = JSON.stringify(value).replace(/^"|"$/g, '');
  return [name ? `${name}: ${text}` : text];
}

const isRecord = (value: Detail): value is { readonly [name: string]: Detail } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
