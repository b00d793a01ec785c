/** Columns of a schedule as a table. `read` false: calculated, written for people and ignored on the way back. */
export const COLUMNS = [
  { key: 'level', header: 'Level', aliases: ['outline level', 'уровень', 'niveau'], read: true },
  { key: 'code', header: 'Code', aliases: ['id', 'activity id', 'wbs', 'код', 'шифр', 'sdr'], read: true },
  {
    key: 'name',
    header: 'Name',
    aliases: ['activity name', 'task name', 'название', 'наименование', 'nom', 'nom de la tâche'],
    read: true,
  },
  { key: 'type', header: 'Type', aliases: ['тип'], read: true },
  { key: 'scheduling', header: 'Scheduling', aliases: [], read: true },
  { key: 'calendar', header: 'Calendar', aliases: ['календарь', 'calendrier'], read: true },
  { key: 'status', header: 'Status', aliases: ['статус', 'statut'], read: true },
  { key: 'durationHours', header: 'Duration (h)', aliases: ['длительность (ч)', 'durée (h)'], read: true },
  { key: 'duration', header: 'Duration', aliases: ['original duration', 'длительность', 'durée'], read: true },
  { key: 'remainingHours', header: 'Remaining (h)', aliases: ['остаток (ч)', 'restant (h)'], read: true },
  {
    key: 'progress',
    header: 'Progress (%)',
    aliases: ['% complete', 'percent complete', 'progress', '% выполнения', '% achevé'],
    read: true,
  },
  { key: 'start', header: 'Start', aliases: ['начало', 'début'], read: true },
  { key: 'finish', header: 'Finish', aliases: ['окончание', 'fin'], read: true },
  { key: 'actualStart', header: 'Actual start', aliases: ['фактическое начало', 'début réel'], read: true },
  { key: 'actualFinish', header: 'Actual finish', aliases: ['фактическое окончание', 'fin réelle'], read: true },
  { key: 'startLimitType', header: 'Start limit', aliases: [], read: true },
  { key: 'startLimitDate', header: 'Start limit date', aliases: [], read: true },
  { key: 'finishLimitType', header: 'Finish limit', aliases: [], read: true },
  { key: 'finishLimitDate', header: 'Finish limit date', aliases: [], read: true },
  { key: 'deadline', header: 'Deadline', aliases: ['крайний срок', 'échéance'], read: true },
  { key: 'volume', header: 'Volume', aliases: ['объем', 'объём', 'quantité'], read: true },
  { key: 'volumeUnit', header: 'Unit', aliases: ['единица', 'ед. изм.', 'unité'], read: true },
  { key: 'labourHours', header: 'Labour (h)', aliases: ['трудозатраты (ч)', "main-d'œuvre (h)"], read: true },
  { key: 'cost', header: 'Cost', aliases: ['стоимость', 'coût'], read: true },
  { key: 'predecessors', header: 'Predecessors', aliases: ['предшественники', 'prédécesseurs'], read: true },
  { key: 'resources', header: 'Resources', aliases: ['resource names', 'ресурсы', 'ressources', 'noms ressources'], read: true },
  { key: 'earlyStart', header: 'Early start', aliases: [], read: false },
  { key: 'earlyFinish', header: 'Early finish', aliases: [], read: false },
  { key: 'lateStart', header: 'Late start', aliases: [], read: false },
  { key: 'lateFinish', header: 'Late finish', aliases: [], read: false },
  { key: 'totalFloatHours', header: 'Total float (h)', aliases: [], read: false },
  { key: 'freeFloatHours', header: 'Free float (h)', aliases: [], read: false },
] as const;

export type ColumnKey = (typeof COLUMNS)[number]['key'];

/** A cell of a table: `minute` is a moment. */
export type Cell = string | number | boolean | { minute: number } | null;

/** A schedule as a table: headers in the first row. */
/** `formats` are how a workbook shows the numbers of columns, as `#,##0.00`. */
export type Table = { headers: string[]; rows: Cell[][]; formats?: readonly (string | null)[] };

const byHeader = new Map<string, ColumnKey>(
  COLUMNS.flatMap(({ key, header, aliases }) => [header.toLowerCase(), ...aliases].map((text) => [text, key] as [string, ColumnKey])),
);

/** What the header of money has behind its name. */
const CURRENCY = /,? ?\(?\b[a-z]{3}\)?$/;

/** The column that a header names, whatever its case and language; undefined for an attribute. */
export function columnOfHeader(header: string): ColumnKey | undefined {
  const name = header.trim().toLowerCase().replace(/\s+/g, ' ');
  const money = byHeader.get(name.replace(CURRENCY, ''));
  return byHeader.get(name) ?? (money === 'cost' ? money : undefined);
}
