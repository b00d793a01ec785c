import { GATE_FIGURES, type GateCriterion, type PipelineGate } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { Button, Fieldset, Group, MultiSelect, Select } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/person-name.ts';
import { NO_CONDITIONS } from '../../../ui/conditions/conditions.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useMembers } from '../../access/spaces/spaces.queries.ts';
import classes from './pipes.module.css';

type Props = {
  spaceId: number;
  gate: PipelineGate;
  /** Asks for conditions on the works of the stage. */
  renderConditions(filter: RowFilter, onChange: (filter: RowFilter) => void): ReactNode;
  onChange(gate: PipelineGate): void;
};

/** What a gate asks for beside the share of works that is done, and who lets packages through. */
export function GateFields({ spaceId, gate, renderConditions, onChange }: Props) {
  const { t } = useTranslation();
  const { criteria } = gate;
  const set = (place: number, criterion: GateCriterion | null): void =>
    onChange({ ...gate, criteria: criteria.flatMap((one, at) => (at === place ? (criterion ?? []) : one)) });
  const add = (criterion: GateCriterion): void => onChange({ ...gate, criteria: [...criteria, criterion] });
  return (
    <div className={classes.gateFields}>
      {criteria.map((criterion, place) => (
        <Fieldset key={place} legend={t(`pipe.criterion_${criterion.kind}`)}>
          <div className={classes.criterion}>
            {criterion.kind === 'rows' ? (
              renderConditions(criterion.filter, (filter) => set(place, { kind: 'rows', filter }))
            ) : (
              <Group gap={8} align="flex-end">
                <Select
                  size="xs"
                  label={t('pipe.figure')}
                  allowDeselect={false}
                  value={criterion.figure}
                  data={GATE_FIGURES.map((figure) => ({ value: figure, label: t(`scoreboard.figure_${figure}`) }))}
                  onChange={(figure) => figure && set(place, { ...criterion, figure })}
                />
                <NumberField
                  whole
                  size="xs"
                  min={-100_000}
                  max={100_000}
                  label={t('pipe.figure_most')}
                  value={criterion.most}
                  onChange={(most) => set(place, { ...criterion, most: most ?? 0 })}
                />
              </Group>
            )}
            <IconButton icon={IconX} variant="subtle" label={t('pipe.criterion_remove')} onClick={() => set(place, null)} />
          </div>
        </Fieldset>
      ))}
      <Group gap={4}>
        <AddButton text={t('pipe.criterion_add_rows')} onAdd={() => add({ kind: 'rows', filter: NO_CONDITIONS })} />
        <AddButton text={t('pipe.criterion_add_figure')} onAdd={() => add({ kind: 'figure', figure: 'overdue', most: 0 })} />
      </Group>
      {gate.approval && <Approvers spaceId={spaceId} value={gate.approvers} onChange={(approvers) => onChange({ ...gate, approvers })} />}
    </div>
  );
}

function Approvers({ spaceId, value, onChange }: { spaceId: number; value: readonly number[]; onChange(ids: number[]): void }) {
  const { t } = useTranslation();
  const people = useMembers(spaceId) ?? [];
  return (
    <MultiSelect
      searchable
      size="xs"
      label={t('pipe.approvers')}
      description={t('pipe.approvers_hint')}
      value={value.map(String)}
      data={people.map((person) => ({ value: String(person.id), label: personName(person) }))}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}

function AddButton({ text, onAdd }: { text: string; onAdd(): void }) {
  return (
    <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={14} />} onClick={onAdd}>
      {text}
    </Button>
  );
}
