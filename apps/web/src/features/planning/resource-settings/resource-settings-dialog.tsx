import type { ResourceSettingsAnswer } from '@gantry/contract';
import { PERIODS, RESOURCE_COLUMNS, RESOURCE_SETTINGS, type ResourceSetting, TIMESHEET_APPROVALS, VARIANCE_REASONS } from '@gantry/domain';
import { Checkbox, Group, Modal, MultiSelect, NativeSelect, TagsInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import classes from './resource-settings-dialog.module.css';
import { useResourceSettings, useSaveResourceSettings } from './resource-settings.queries.ts';

type Props = { spaceId: number; nodeId: number | null; placeName: string; opened: boolean; onClose(): void };

/** What a node, or the space, says of its resources; what it leaves open is as above it. */
export function ResourceSettingsDialog({ opened, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('resource_settings.title', { place: rest.placeName })} size="lg">
      {opened && <LoadedForm {...rest} onClose={onClose} />}
    </Modal>
  );
}

function LoadedForm(props: Omit<Props, 'opened'>) {
  const { data } = useResourceSettings(props.spaceId, props.nodeId);
  return data ? <SettingsForm {...props} answer={data} /> : null;
}

type Own = ResourceSettingsAnswer['own'];
type FieldProps = { label: string; disabled: boolean; shown: ResourceSettingsAnswer['settings']; onChange(change: Own): void };

function ColumnsField({ label, disabled, shown, onChange }: FieldProps) {
  const { t } = useTranslation();
  return (
    <MultiSelect
      size="xs"
      aria-label={label}
      disabled={disabled}
      data={RESOURCE_COLUMNS.map((value) => ({ value, label: t(`resource_settings.column_${value}`) }))}
      value={shown.columns}
      onChange={(columns) => onChange({ columns })}
    />
  );
}

function PeriodField({ label, disabled, shown, onChange }: FieldProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      disabled={disabled}
      data={PERIODS.map((value) => ({ value, label: t(`resource.period_${value}`) }))}
      value={shown.period}
      onChange={({ currentTarget }) => onChange({ period: currentTarget.value as Own['period'] })}
    />
  );
}

function ThresholdsField({ disabled, shown, onChange }: FieldProps) {
  const { t } = useTranslation();
  return (
    <Group gap={8} wrap="nowrap">
      {(['near', 'over'] as const).map((name) => (
        <NumberField
          key={name}
          size="xs"
          label={t(`resource_settings.${name}`)}
          disabled={disabled}
          whole
          min={1}
          max={1000}
          value={shown.thresholds[name]}
          onChange={(value) => value !== null && onChange({ thresholds: { ...shown.thresholds, [name]: value } })}
        />
      ))}
    </Group>
  );
}

function ApprovalField({ label, disabled, shown, onChange }: FieldProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      disabled={disabled}
      data={TIMESHEET_APPROVALS.map((value) => ({ value, label: t(`values.timesheet_${value}`) }))}
      value={shown.timesheet_approval}
      onChange={({ currentTarget }) => onChange({ timesheet_approval: currentTarget.value as Own['timesheet_approval'] })}
    />
  );
}

function ReasonsField({ label, disabled, shown, onChange }: FieldProps) {
  const { t } = useTranslation();
  const textOf = (value: string): string =>
    (VARIANCE_REASONS as readonly string[]).includes(value) ? t(`last_planner.reason_${value}`) : value;
  return (
    <TagsInput
      size="xs"
      aria-label={label}
      disabled={disabled}
      data={VARIANCE_REASONS.map(textOf)}
      value={shown.reasons.map(textOf)}
      maxTags={40}
      onChange={(texts) =>
        // A text of the product is kept as its word and shown in the language of whoever reads.
        onChange({ reasons: texts.map((text) => VARIANCE_REASONS.find((word) => textOf(word) === text) ?? text) })
      }
    />
  );
}

const FIELDS: Record<ResourceSetting, (props: FieldProps) => ReactNode> = {
  columns: ColumnsField,
  period: PeriodField,
  thresholds: ThresholdsField,
  timesheet_approval: ApprovalField,
  reasons: ReasonsField,
};

function SettingsForm({ spaceId, nodeId, answer, onClose }: Omit<Props, 'opened'> & { answer: ResourceSettingsAnswer }) {
  const { t } = useTranslation();
  const [own, setOwn] = useState<Own>(answer.own);
  const save = useSaveResourceSettings(spaceId, nodeId);
  const shown = { ...answer.inherited, ...own };
  const { near, over } = shown.thresholds;
  const isSet = (name: ResourceSetting): boolean => own[name] !== undefined;
  const toggle = (name: ResourceSetting, on: boolean): void => {
    const { [name]: _was, ...rest } = own;
    setOwn(on ? { ...rest, [name]: answer.inherited[name] } : rest);
  };
  const sourceOf = (name: ResourceSetting): string => {
    const from = answer.from[name];
    if (!from) return t('resource_settings.usual');
    return t('resource_settings.as_above', { place: from.node_id === null ? t('resource_settings.space') : from.name });
  };
  return (
    <DialogForm submitLabel={t('ui.save')} ready={near <= over && shown.reasons.length > 0} onSubmit={() => save(own)} onClose={onClose}>
      {RESOURCE_SETTINGS.map((name) => {
        const label = t(`resource_settings.${name}`);
        const Field = FIELDS[name];
        return (
          <div key={name} className={classes.row}>
            <Checkbox
              size="xs"
              label={label}
              description={isSet(name) ? t('resource_settings.here') : sourceOf(name)}
              checked={isSet(name)}
              onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
            />
            <Field label={label} disabled={!isSet(name)} shown={shown} onChange={(change) => setOwn({ ...own, ...change })} />
          </div>
        );
      })}
      {near > over && (
        <p role="alert" className={classes.wrong}>
          {t('resource_settings.wrong_thresholds', { near, over })}
        </p>
      )}
    </DialogForm>
  );
}
