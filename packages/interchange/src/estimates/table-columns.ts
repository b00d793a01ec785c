import { COST_PARTS, type CostPart, ESTIMATE_COLUMNS, type EstimateColumn } from '@gantry/domain';
import type { Cell } from '../table/columns.ts';
import type { SheetRow } from '../table/sheet-cells.ts';

/** Places of the columns from 0; what is left out is not in the table. */
export type ColumnPlaces = Partial<Record<EstimateColumn, number>>;

const WORDS: Record<EstimateColumn, readonly string[]> = {
  level: ['hierarchy', 'level', 'wbs level', 'outline level', 'уровень', 'ebene', 'niveau', 'nivel'],
  number: ['no', 'no.', 'nr', 'nr.', 'n°', 'nº', '#', 'item', 'item no', 'item no.', 'pos', 'pos.', 'position', 'oz', 'ordnungszahl', 'numéro', 'numero', 'num', 'identification', '№', '№ п/п', '№ пп', 'n п/п', 'номер', 'поз.', 'позиция', 'número', 'partida'],
  code: ['code', 'rate code', 'reference', 'ref', 'ref.', 'шифр', 'код', 'обоснование', 'шифр и номер позиции норматива', 'шифр расценки', 'артикул', 'artikel', 'référence', 'código', 'codigo'],
  name: ['name', 'description', 'designation', 'désignation', 'libellé', 'item description', 'work', 'наименование', 'наименование работ', 'наименование работ и затрат', 'описание', 'bezeichnung', 'beschreibung', 'kurztext', 'text', 'nombre', 'descripción', 'descripcion', 'resumen'],
  unit: ['unit', 'units', 'uom', 'u', 'u.', 'unité', 'einheit', 'me', 'ед.', 'ед. изм.', 'ед.изм.', 'единица измерения', 'единица', 'unidad', 'ud', 'ud.'],
  quantity: ['quantity', 'qty', 'qty.', 'quantité', 'qté', 'menge', 'количество', 'кол-во', 'кол.', 'объем', 'объём', 'cantidad', 'medición', 'medicion'],
  price: ['price', 'rate', 'unit price', 'unit rate', 'unit cost', 'pu', 'p.u.', 'prix unitaire', 'einheitspreis', 'ep', 'цена', 'цена за ед.', 'цена за единицу', 'стоимость единицы', 'расценка', 'precio', 'precio unitario'],
  amount: ['amount', 'total', 'total price', 'total cost', 'sum', 'subtotal', 'value', 'cost', 'montant', 'prix total', 'montant ht', 'gesamtpreis', 'gesamtbetrag', 'gp', 'betrag', 'сумма', 'стоимость', 'общая стоимость', 'всего', 'итого', 'importe', 'total importe'],
  volumeCode: ['volume code', 'boq item', 'код объема', 'код объёма', '№ вор', 'номер вор'],
  labour: ['labour', 'labor', 'labour cost', 'wages', 'main d\'œuvre', 'main d\'oeuvre', 'lohn', 'lohnkosten', 'от', 'оплата труда', 'заработная плата', 'зарплата', 'mano de obra'],
  machines: ['machines', 'machinery', 'plant', 'engins', 'geräte', 'gerätekosten', 'эм', 'машины', 'эксплуатация машин', 'эксплуатация машин и механизмов', 'maquinaria'],
  machinist: ['machinists', 'conducteurs', 'maschinisten', 'отм', 'оплата труда машинистов'],
  materials: ['materials', 'material', 'matériaux', 'fournitures', 'stoffe', 'stoffkosten', 'материал', 'материалы', 'мат', 'materiales'],
  equipment: ['equipment', 'équipement', 'équipements', 'ausrüstung', 'об', 'оборудование', 'equipos'],
  transport: ['transport', 'haulage', 'fracht', 'перевозка', 'транспорт', 'транспортные расходы', 'transporte'],
  overhead: ['overheads', 'overhead', 'frais généraux', 'gemeinkosten', 'нр', 'накладные расходы', 'gastos generales'],
  profit: ['profit', 'bénéfice', 'marge', 'gewinn', 'wagnis und gewinn', 'сп', 'сметная прибыль', 'beneficio industrial'],
}; // prettier-ignore

const KNOWN = new Map(ESTIMATE_COLUMNS.flatMap((column) => WORDS[column].map((word) => [word, column] as const)));
const HEAD_ROWS = 50;

/** The part of costs that a heading of a table names, in the words of estimates; null for any other. */
export function costPartNamed(heading: string): CostPart | null {
  const word = heading.trim().toLowerCase();
  if (OTHER.has(word)) return 'other';
  const column = KNOWN.get(word);
  return COST_PARTS.find((part) => part === column) ?? null;
}
const OTHER = new Set(['other', 'others', 'прочее', 'прочие', 'autres', 'autre', 'sonstiges', 'otros']);

/** The text of a cell on one line. */
export function textOfCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined || typeof cell === 'object') return '';
  // Most cells are on one line already: rewriting is what costs.
  return typeof cell !== 'string' ? String(cell) : UNTIDY.test(cell) ? cell.replaceAll(/\s+/g, ' ').trim() : cell;
}
const UNTIDY = /^\s|\s$|\s\s|[^\S ]/;

/** What columns are called in the header of a table. */
export type ColumnHeadings = Partial<Record<EstimateColumn, string>>;

const headingOf = (cell: Cell | undefined): string => textOfCell(cell).toLowerCase();

/** The row with all of the headings, and where the columns are in it; null where no row has them, or has one of them twice elsewhere than before. */
export function findHeadings(
  rows: readonly SheetRow[],
  headings: ColumnHeadings,
  before: ColumnPlaces,
): { row: number; places: ColumnPlaces } | null {
  const wanted = ESTIMATE_COLUMNS.flatMap((column) => (headings[column] ? [[column, headingOf(headings[column])] as const] : []));
  for (let at = 0; at < Math.min(rows.length, HEAD_ROWS); at += 1) {
    const words = rows[at].cells.map(headingOf);
    const places: ColumnPlaces = { ...before };
    const isHeader = wanted.every(([column, heading]) => {
      const own = before[column];
      const place = own !== undefined && words[own] === heading ? own : words.indexOf(heading);
      places[column] = place;
      return place === own || (place >= 0 && words.indexOf(heading, place + 1) < 0);
    });
    if (isHeader) return { row: at, places };
  }
  return null;
}

/** The row that names most columns, and where they are; null where no row names a description and a number beside it. */
export function findHeader(rows: readonly SheetRow[]): { row: number; places: ColumnPlaces } | null {
  let best: { row: number; places: ColumnPlaces } | null = null;
  for (let at = 0; at < Math.min(rows.length, HEAD_ROWS); at += 1) {
    const places: ColumnPlaces = {};
    for (const [index, cell] of rows[at].cells.entries()) {
      const word = textOfCell(cell).toLowerCase().replace(/,.*$/, '').trim();
      const column = KNOWN.get(word) ?? KNOWN.get(word.replace(/\s*\(.*\)$/, ''));
      // Of several columns of totals the last counts; of other columns the first.
      if (column !== undefined && (column === 'amount' || places[column] === undefined)) places[column] = index;
    }
    const isHeader = places.name !== undefined && (places.quantity !== undefined || places.amount !== undefined);
    if (isHeader && Object.keys(places).length > Object.keys(best?.places ?? {}).length) best = { row: at, places };
  }
  return best;
}
