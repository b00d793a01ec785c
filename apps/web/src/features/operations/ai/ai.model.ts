import type { AiCheck, AiNorm, AiPart, AiProposal, AiProposedPart, AiRelation } from '@gantry/contract';

/** A proposed part as somebody has changed it. */
export type ChosenPart = AiProposedPart & { taken: boolean; byNorm: boolean };

/**
 * What is accepted of a proposal: the taken parts, and their relations. Where a part was left out, what led to it leads to what followed
 * it.
 */
export function acceptedOf(parts: readonly ChosenPart[], relations: readonly AiRelation[]): { rows: AiPart[]; relations: AiRelation[] } {
  let ties = relations.map(({ from, to, type, lag_minutes }): AiRelation => ({ from, to, type, lag_minutes }));
  for (const { key, taken } of parts) {
    if (taken) continue;
    const into = ties.filter(({ to }) => to === key);
    const out = ties.filter(({ from }) => from === key);
    const bridges = into.flatMap(({ from }) => out.map(({ to }): AiRelation => ({ from, to, type: 'fs', lag_minutes: 0 })));
    ties = ties.filter(({ from, to }) => from !== key && to !== key);
    for (const bridge of bridges) if (!ties.some(({ from, to }) => from === bridge.from && to === bridge.to)) ties.push(bridge);
  }
  const rows = parts
    .filter(({ taken }) => taken)
    .map(({ key, name, type, minutes, volume, unit, norm, byNorm }): AiPart => ({
      key,
      name: name.trim(),
      type,
      minutes,
      volume,
      unit,
      norm: norm && byNorm ? placeOf(norm) : null,
    }));
  return { rows, relations: ties };
}

const placeOf = ({ directory_id, row_id, crew, rule }: AiNorm): AiNorm => ({ directory_id, row_id, crew, rule });

/** The places of the parts that a part follows, counted from one. */
export function followedBy(key: string, parts: readonly { key: string }[], relations: readonly AiRelation[]): string {
  const place = new Map(parts.map((part, at) => [part.key, at + 1]));
  return relations
    .filter(({ to }) => to === key)
    .map(({ from, type }) => `${place.get(from)}${type === 'fs' ? '' : type.toUpperCase()}`)
    .join(', ');
}

/** A key and the parameters of the text of a check. */
export const checkText = ({ code, params }: AiCheck): [`ai.check_${AiCheck['code']}`, AiCheck['params']] => [`ai.check_${code}`, params];

/** Whether a proposal can be accepted as it stands. */
export const isReady = (parts: readonly ChosenPart[]): boolean =>
  parts.some(({ taken }) => taken) && parts.every(({ taken, name, minutes }) => !taken || (name.trim() !== '' && minutes >= 0));

export const chosenOf = ({ rows }: AiProposal): ChosenPart[] => rows.map((row) => ({ ...row, taken: true, byNorm: row.norm !== null }));
