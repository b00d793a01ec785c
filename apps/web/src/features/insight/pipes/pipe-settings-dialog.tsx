import type { PipelineGate, PipelineSettings } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { Checkbox, Modal } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { GateFields } from './gate-fields.tsx';
import classes from './pipes.module.css';

type Schedule = { id: number; name: string; version_id: number | null };
type Props = {
  spaceId: number;
  opened: boolean;
  /** The settings with the schedules in the order of the stages. */
  settings: PipelineSettings & { schedules: readonly Schedule[] };
  renderConditions(versionId: number | null, filter: RowFilter, onChange: (filter: RowFilter) => void): ReactNode;
  onSubmit(settings: PipelineSettings): Promise<unknown>;
  onClose(): void;
};

/** Asks in which order packages pass the schedules of a project, and what opens the way from one to the next. */
export function PipeSettingsDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('pipe.settings')} size={960}>
      <Form {...props} />
    </Modal>
  );
}

const newGate = (schedule_id: number): PipelineGate => ({
  schedule_id,
  progress: 1,
  criteria: [],
  approval: false,
  approvers: [],
  hold: false,
});
/** The list with another entry of a stage; null: without one. */
const withEntry = <T extends { schedule_id: number }>(list: readonly T[], id: number, entry: T | null): T[] => [
  ...list.filter(({ schedule_id }) => schedule_id !== id),
  ...(entry ? [entry] : []),
];

function Form({ spaceId, settings, renderConditions, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const [stages, setStages] = useState(settings.schedules.map(({ id }) => id));
  const [warnDays, setWarnDays] = useState<number | null>(settings.warn_days);
  const [gates, setGates] = useState(settings.gates);
  const [limits, setLimits] = useState(settings.limits);
  const swap = (place: number, other: number): void =>
    setStages(stages.map((id, index) => (index === place ? stages[other] : index === other ? stages[place] : id)));
  return (
    <DialogForm
      submitLabel={t('ui.save')}
      ready={warnDays !== null}
      onClose={onClose}
      onSubmit={() => onSubmit({ stages, warn_days: warnDays ?? 0, gates, limits })}
    >
      <NumberField whole min={0} max={365} w={280} label={t('pipe.warn_days')} value={warnDays} onChange={setWarnDays} />
      <table className={classes.settings}>
        <thead>
          <tr>
            {(['stage', 'stage_limit', 'gate', 'gate_progress', 'gate_approval', 'gate_hold'] as const).map((name) => (
              <th scope="col" key={name}>
                {t(`pipe.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stages.map((id, place) => {
            const { name = '', version_id: versionId = null } = settings.schedules.find((one) => one.id === id) ?? {};
            const gate = gates.find(({ schedule_id }) => schedule_id === id);
            const limit = limits.find(({ schedule_id }) => schedule_id === id);
            const change = (next: PipelineGate | null): void => setGates(withEntry(gates, id, next));
            const check = (of: 'approval' | 'hold') =>
              gate && (
                <Checkbox
                  aria-label={t('ui.named', { name, text: t(`pipe.gate_${of}`) })}
                  checked={gate[of]}
                  onChange={() => change({ ...gate, [of]: !gate[of] })}
                />
              );
            return (
              <Fragment key={id}>
                <tr>
                  <th scope="row">
                    <IconButton
                      icon={IconArrowUp}
                      label={t('pipe.up', { name })}
                      disabled={place === 0}
                      onClick={() => swap(place, place - 1)}
                    />
                    <IconButton
                      icon={IconArrowDown}
                      label={t('pipe.down', { name })}
                      disabled={place === stages.length - 1}
                      onClick={() => swap(place, place + 1)}
                    />
                    <bdi>{name}</bdi>
                  </th>
                  <td>
                    <NumberField
                      whole
                      size="xs"
                      w={90}
                      min={1}
                      max={100_000}
                      aria-label={t('ui.named', { name, text: t('pipe.stage_limit') })}
                      value={limit?.in_progress ?? null}
                      onChange={(value) =>
                        setLimits(withEntry(limits, id, value === null ? null : { schedule_id: id, in_progress: value }))
                      }
                    />
                  </td>
                  <td>
                    <Checkbox
                      aria-label={t('ui.named', { name, text: t('pipe.gate') })}
                      checked={gate !== undefined}
                      onChange={() => change(gate ? null : newGate(id))}
                    />
                  </td>
                  <td>
                    {gate && (
                      <NumberField
                        size="xs"
                        w={90}
                        min={0}
                        max={100}
                        aria-label={t('ui.named', { name, text: t('pipe.gate_progress') })}
                        value={Math.round(gate.progress * 1000) / 10}
                        onChange={(value) => change({ ...gate, progress: (value ?? 100) / 100 })}
                      />
                    )}
                  </td>
                  <td>{check('approval')}</td>
                  <td>{check('hold')}</td>
                </tr>
                {gate && (
                  <tr>
                    <td colSpan={6}>
                      <GateFields
                        gate={gate}
                        spaceId={spaceId}
                        renderConditions={(filter, onChange) => renderConditions(versionId, filter, onChange)}
                        onChange={change}
                      />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      <p className={classes.hint}>{t('pipe.gate_hold_hint')}</p>
    </DialogForm>
  );
}
