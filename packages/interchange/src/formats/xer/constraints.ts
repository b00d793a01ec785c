import type { LimitType, Minute, PlanItem } from '@gantry/domain';
import { wordTable } from '../../text/word-table.ts';

type Meaning = { end: 'start' | 'finish'; type: LimitType; mandatory?: true };

const MEANINGS = wordTable<Meaning>({
  CS_MSOA: { end: 'start', type: 'not_earlier' },
  CS_MSOB: { end: 'start', type: 'not_later' },
  CS_MSO: { end: 'start', type: 'in_date' },
  CS_MEOA: { end: 'finish', type: 'not_earlier' },
  CS_MEOB: { end: 'finish', type: 'not_later' },
  CS_MEO: { end: 'finish', type: 'in_date' },
  CS_MANDSTART: { end: 'start', type: 'in_date', mandatory: true },
  CS_MANDFIN: { end: 'finish', type: 'in_date', mandatory: true },
});

/** Puts a constraint of P6 on an item; answers with the code of a finding where it cannot. */
export function applyConstraint(item: PlanItem, word: string, date: Minute | null): string | null {
  if (word === '') return null;
  if (word === 'CS_ALAP') {
    item.asLateAsPossible = true;
    return null;
  }
  const meaning = MEANINGS[word];
  if (!meaning) return 'constraint.unknown';
  if (date === null) return 'constraint.without_date';
  const taken = meaning.end === 'start' ? item.startLimitType !== null : item.finishLimitType !== null;
  if (taken) item.secondLimit = { end: meaning.end, type: meaning.type, date };
  else if (meaning.end === 'start') [item.startLimitType, item.startLimitDate] = [meaning.type, date];
  else [item.finishLimitType, item.finishLimitDate] = [meaning.type, date];
  if (meaning.mandatory) item.mandatory = true;
  return null;
}

/** Constraints of an item as P6 writes them: primary, then secondary; a third one has no place and is returned as lost. */
export function constraintsOf(item: PlanItem): { constraints: { word: string; date: Minute | null }[]; lost: number } {
  const found: { word: string; date: Minute | null }[] = [];
  const word = (end: 'start' | 'finish', type: LimitType, mandatory: boolean): string => {
    if (mandatory && type === 'in_date') return end === 'start' ? 'CS_MANDSTART' : 'CS_MANDFIN';
    const tail = type === 'not_earlier' ? 'OA' : type === 'not_later' ? 'OB' : 'O';
    return `CS_M${end === 'start' ? 'S' : 'E'}${tail}`;
  };
  if (item.startLimitType) found.push({ word: word('start', item.startLimitType, item.mandatory), date: item.startLimitDate });
  if (item.finishLimitType) found.push({ word: word('finish', item.finishLimitType, item.mandatory), date: item.finishLimitDate });
  if (item.secondLimit) found.push({ word: word(item.secondLimit.end, item.secondLimit.type, false), date: item.secondLimit.date });
  if (item.asLateAsPossible) found.unshift({ word: 'CS_ALAP', date: null });
  return { constraints: found.slice(0, 2), lost: Math.max(0, found.length - 2) };
}
