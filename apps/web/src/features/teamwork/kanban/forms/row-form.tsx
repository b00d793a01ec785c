import type { KanbanBoard, KanbanItem } from '@gantry/contract';
import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../../ui/forms/dialog-form.tsx';
import { refusalText } from '../../../../ui/text/refusal-text.ts';
import { showToast } from '../../../../ui/toasts.tsx';
import { treeQuery, useRightsAt } from '../../../structure/eps/eps.queries.ts';
import type { CardActs } from '../kanban.cards.queries.ts';
import { versionsBelow } from '../kanban.model.ts';
import { usePhasesOf } from '../kanban.queries.ts';

type Props = { spaceId: number; board: KanbanBoard; item: KanbanItem; acts: CardActs; onClose(): void };

/** Makes a work of a card: in which version, under which phase. */
export function RowForm({ spaceId, board, item, acts, onClose }: Props) {
  const { t } = useTranslation();
  const tree = useQuery(treeQuery(spaceId)).data;
  const rightsAt = useRightsAt(spaceId);
  const versions = versionsBelow(tree, board.eps_id).filter(({ locked, schedule_id }) => !locked && rightsAt(schedule_id)('plan.edit'));
  const [chosen, setChosen] = useState<number | null>(null);
  const versionId = chosen ?? (versions.find(({ kind }) => kind === 'actual') ?? versions[0])?.id ?? null;
  const [text, setText] = useState('');
  const [parent, setParent] = useState<{ value: string; label: string } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const found = (usePhasesOf(versionId, text === parent?.label ? '' : text).data ?? []).map(({ id, code, name }) => ({
    value: String(id),
    label: [code, name].filter(Boolean).join(' '),
  }));
  const phases = parent && !found.some(({ value }) => value === parent.value) ? [parent, ...found] : found;
  const make = async (): Promise<void> => {
    if (versionId === null) return;
    try {
      await acts.toRow({ item_id: item.id, version_id: versionId, parent_id: parent ? Number(parent.value) : null });
    } catch (error) {
      setRefusal(refusalText(error, t));
      throw error;
    }
    showToast('info', t('boards.row_made', { title: item.title }));
  };
  if (tree && versions.length === 0)
    return (
      <DialogForm submitLabel={null} ready={false} onSubmit={() => Promise.resolve()} onClose={onClose}>
        <Text size="sm">{t('boards.no_version')}</Text>
      </DialogForm>
    );
  return (
    <DialogForm submitLabel={t('boards.make_row')} ready={versionId !== null} onSubmit={make} onClose={onClose}>
      <Select
        data-autofocus
        label={t('boards.version')}
        allowDeselect={false}
        searchable={versions.length > 8}
        data={versions.map(({ id, name, schedule }) => ({ value: String(id), label: `${schedule} / ${name}` }))}
        value={versionId === null ? null : String(versionId)}
        onChange={(value) => {
          setChosen(Number(value));
          setParent(null);
          setText('');
        }}
      />
      <Select
        label={t('boards.phase')}
        placeholder={t('boards.phase_none')}
        searchable
        clearable
        nothingFoundMessage={t('boards.nothing_found')}
        filter={({ options }) => options}
        data={phases}
        searchValue={text}
        onSearchChange={setText}
        value={parent?.value ?? null}
        onChange={(value) => setParent(phases.find((one) => one.value === value) ?? null)}
      />
      {refusal && (
        <Text size="sm" c="var(--gantry-error)" role="alert">
          {refusal}
        </Text>
      )}
    </DialogForm>
  );
}
