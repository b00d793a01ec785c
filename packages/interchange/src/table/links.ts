import type { RelationType } from '@gantry/domain';

/** Words for link types: English and Russian letters, predecessor's end first. */
const TYPES: Record<string, RelationType> = {
  fs: 'fs',
  ss: 'ss',
  ff: 'ff',
  sf: 'sf',
  он: 'fs',
  нн: 'ss',
  оо: 'ff',
  но: 'sf',
  fd: 'fs',
  dd: 'ss',
  df: 'sf',
};

/** Minutes of one unit of duration; days and weeks by the calendar of the project. */
export type UnitMinutes = { day: number; week: number };

const QUANTITY = /^([+-]?)\s*(\d+(?:[.,]\d+)?)\s*(\p{L}*)\.?\??$/u;

/** Reads `5d`, `3 days`, `8 ч`, `2w`; a number alone counts in `bare`. Null where the text is no duration. */
export function parseQuantity(text: string, units: UnitMinutes, bare: 'h' | 'd'): number | null {
  const match = QUANTITY.exec(text.trim());
  if (!match) return null;
  const unit = (match[3] || bare).toLowerCase();
  const minutes = unitMinutes(unit, units);
  if (minutes === null) return null;
  return Math.round((match[1] === '-' ? -1 : 1) * Number(match[2].replace(',', '.')) * minutes) || 0;
}

function unitMinutes(unit: string, { day, week }: UnitMinutes): number | null {
  if (/^(d|day|days|edays?|д|дн|дней|дня|день|j|jr|jrs|jour|jours)$/.test(unit)) return day;
  if (/^(h|hr|hrs|hour|hours|ч|час|часа|часов|heure|heures)$/.test(unit)) return 60;
  if (/^(w|wk|wks|week|weeks|нед|недели|недель|неделя|s|sem|semaine|semaines)$/.test(unit)) return week;
  if (/^(m|min|mins|minute|minutes|мин|минут)$/.test(unit)) return 1;
  return null;
}

/** One link as text: code, type and lag, as in `A10SS+8h`. */
export type Link = { code: string; type: RelationType; lagMinutes: number };

const LONGEST_LINK = 300;
const LINK = /^(.+?)\s*(fs|ss|ff|sf|он|нн|оо|но|fd|dd|df)\s*(?:([+-]\s*\d.*))?$/iu;

/** Reads one predecessor. A text that is itself a code is taken as one, so that `A-10` is no lead. */
export function parseLink(text: string, isCode: (code: string) => boolean, units: UnitMinutes): Link | null {
  const trimmed = text.trim();
  if (isCode(trimmed)) return { code: trimmed, type: 'fs', lagMinutes: 0 };
  // The pattern takes the square of the length.
  const match = trimmed.length <= LONGEST_LINK ? LINK.exec(trimmed) : null;
  if (!match || !isCode(match[1])) return null;
  const lag = match[3] === undefined ? 0 : parseQuantity(match[3], units, 'd');
  return lag === null ? null : { code: match[1], type: TYPES[match[2].toLowerCase()], lagMinutes: lag };
}

/** Writes one predecessor: `A10`, `A10SS+8h`. */
export function formatLink({ code, type, lagMinutes }: Link): string {
  if (lagMinutes === 0) return type === 'fs' ? code : `${code}${type.toUpperCase()}`;
  const hours = Math.round((lagMinutes / 60) * 1e6) / 1e6;
  return `${code}${type.toUpperCase()}${hours > 0 ? '+' : ''}${hours}h`;
}
