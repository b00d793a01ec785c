import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useBoards } from '../../scoreboard/scoreboard.queries.ts';

/** Asks for one of the scoreboards that a person may open. */
export function ScoreboardField({ spaceId, value, onChange }: { spaceId: number; value: number; onChange(board: number): void }) {
  const { t } = useTranslation();
  const { data } = useBoards(spaceId);
  const boards = data?.boards ?? [];
  return (
    <Select
      searchable
      label={t('dashboard.kind_scoreboard')}
      description={data && !boards.length ? t('dashboard.no_scoreboards') : undefined}
      value={boards.some(({ id }) => id === value) ? String(value) : null}
      allowDeselect={false}
      data={boards.map(({ id, name, own, owner }) => ({ value: String(id), label: own ? name : `${name} · ${owner}` }))}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}
