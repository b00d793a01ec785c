import { SCENARIO_COUNT } from '@gantry/contract';
import { FLOAT_TYPES, LAG_CALENDARS, PROGRESS_BY, PROGRESS_MODES } from '@gantry/domain';
import { Button, Checkbox, Group, Modal, Select, Stack, Switch } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { saveScenario, saveSettings, type TimetableSettings, useTimetable } from './timetable.queries.ts';
import classes from './timetable-settings.module.css';
import { NumberField } from '../../../ui/fields/number-field.tsx';

type Props = {
  versionId: number;
  opened: boolean;
  readOnly: boolean;
  selected: number[];
  onEdit: boolean;
  onEditChange(on: boolean): void;
  onClose(): void;
};

/** Options of the calculation of a version, the scenario of selected rows, and whether an edit calculates. */
export function TimetableSettings({ versionId, opened, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  const { data } = useTimetable(versionId);
  return (
    <Modal opened={opened} onClose={onClose} title={t('timetable.settings')} size={720}>
      {data && <SettingsForm versionId={versionId} settings={data.settings} onClose={onClose} {...rest} />}
    </Modal>
  );
}

/** The scenario that counts with a volume a working day. */
const BASE_INTENSITY = '5';
const SCENARIOS = Array.from({ length: SCENARIO_COUNT }, (_, index) => String(index + 1));

function SettingsForm({
  versionId,
  settings,
  readOnly,
  selected,
  onEdit,
  onEditChange,
  onClose,
}: Omit<Props, 'opened'> & { settings: TimetableSettings }) {
  const { t } = useTranslation();
  const [form, setForm] = useState(settings);
  // Undefined: what is typed is no date.
  const [dataDate, setDataDate] = useState<string | null | undefined>(settings.data_date);
  const [mustFinish, setMustFinish] = useState<string | null | undefined>(settings.must_finish_by);
  const [scenario, setScenario] = useState<string | null>(null);
  const [intensity, setIntensity] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<TimetableSettings>) => setForm({ ...form, ...change });
  const options = (values: readonly string[], prefix: string) => values.map((value) => ({ value, label: t(`${prefix}_${value}`) }));
  const scenarios = [{ value: '', label: t('timetable.scenario_none') }, ...options(SCENARIOS, 'timetable.scenario')];
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!dataDate || mustFinish === undefined) return;
    setBusy(true);
    try {
      const next = { ...form, data_date: dataDate, must_finish_by: mustFinish };
      const changed = Object.fromEntries(Object.entries(next).filter(([key, value]) => settings[key as keyof TimetableSettings] !== value));
      if (Object.keys(changed).length) await saveSettings(versionId, changed);
      if (scenario !== null && selected.length) {
        const given = scenario === BASE_INTENSITY && intensity !== null ? intensity : undefined;
        await saveScenario(versionId, selected, scenario === '' ? null : Number(scenario), given);
      }
      onClose();
    } catch {
      // The one error handler has said why; the form stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <fieldset className={classes.fields} disabled={readOnly}>
        <DateField withTime required label={t('timetable.data_date')} value={dataDate ?? null} onChange={setDataDate} data-autofocus />
        <DateField withTime label={t('timetable.must_finish_by')} value={mustFinish ?? null} onChange={setMustFinish} />
        <Select
          label={t('timetable.rules')}
          data={options(['p6', 'msproject'], 'timetable.rules')}
          value={form.rules}
          onChange={(rules) => set({ rules: rules as TimetableSettings['rules'] })}
          allowDeselect={false}
        />
        <Select
          label={t('timetable.progress_mode')}
          data={options(PROGRESS_MODES, 'timetable.progress_mode')}
          value={form.progress_mode}
          onChange={(value) => set({ progress_mode: value as TimetableSettings['progress_mode'] })}
          allowDeselect={false}
        />
        <Select
          label={t('timetable.scenario')}
          data={scenarios}
          value={String(form.progress_scenario ?? '')}
          onChange={(value) => set({ progress_scenario: value ? Number(value) : null })}
          allowDeselect={false}
        />
        <Select
          label={t('timetable.scenario_of_selected', { count: selected.length })}
          placeholder={t('timetable.unchanged')}
          data={scenarios}
          value={scenario}
          onChange={setScenario}
          disabled={!selected.length}
          clearable
        />
        {scenario === BASE_INTENSITY && (
          <NumberField label={t('timetable.base_intensity')} min={0} value={intensity} onChange={(value) => setIntensity(value || null)} />
        )}
        <Select
          label={t('timetable.rate_of_progress')}
          data={options(['plan', 'pace'], 'timetable.rate_of_progress')}
          value={form.rate_of_progress}
          onChange={(value) => set({ rate_of_progress: value as TimetableSettings['rate_of_progress'] })}
          allowDeselect={false}
        />
        <Select
          label={t('timetable.rate_of_fact')}
          data={options(['fact', 'plan'], 'timetable.rate_of_fact')}
          value={form.rate_of_fact}
          onChange={(value) => set({ rate_of_fact: value as TimetableSettings['rate_of_fact'] })}
          allowDeselect={false}
        />
        <Select
          label={t('timetable.progress_by')}
          data={[
            { value: '', label: t('timetable.progress_by_first') },
            ...PROGRESS_BY.map((by) => ({ value: by, label: t(`progress_by.${by}`) })),
          ]}
          value={form.progress_by ?? ''}
          onChange={(value) => set({ progress_by: value || null })}
          allowDeselect={false}
        />
        <Select
          label={t('timetable.lag_calendar')}
          data={options(LAG_CALENDARS, 'timetable.lag_calendar')}
          value={form.lag_calendar}
          onChange={(value) => set({ lag_calendar: value as TimetableSettings['lag_calendar'] })}
          allowDeselect={false}
        />
        <Select
          label={t('timetable.float_type')}
          data={options(FLOAT_TYPES, 'timetable.float_type')}
          value={form.float_type}
          onChange={(value) => set({ float_type: value as TimetableSettings['float_type'] })}
          allowDeselect={false}
        />
        <Select
          label={t('timetable.critical_by')}
          data={options(['total_float', 'longest_path'], 'timetable.critical_by')}
          value={form.critical_by}
          onChange={(value) => set({ critical_by: value as TimetableSettings['critical_by'] })}
          allowDeselect={false}
        />
        <Select
          label={t('timetable.external_relations')}
          data={options(['live', 'ignored'], 'timetable.external_relations')}
          value={form.external_relations}
          onChange={(value) => set({ external_relations: value as TimetableSettings['external_relations'] })}
          allowDeselect={false}
        />
        <NumberField
          label={t('timetable.critical_float_hours')}
          value={form.critical_float_minutes / 60}
          onChange={(value) => set({ critical_float_minutes: Math.round((value ?? 0) * 60) })}
        />
        <NumberField
          label={t('timetable.near_critical_float_hours')}
          value={form.near_critical_float_minutes / 60}
          onChange={(value) => set({ near_critical_float_minutes: Math.round((value ?? 0) * 60) })}
        />
      </fieldset>
      <Stack gap="xs" mt="md">
        <Checkbox
          disabled={readOnly}
          label={t('timetable.use_expected_finish')}
          checked={form.use_expected_finish}
          onChange={(event) => set({ use_expected_finish: event.currentTarget.checked })}
        />
        <Checkbox
          disabled={readOnly}
          label={t('timetable.open_ends_critical')}
          checked={form.open_ends_critical}
          onChange={(event) => set({ open_ends_critical: event.currentTarget.checked })}
        />
        <Switch
          label={t('timetable.on_edit')}
          description={t('timetable.on_edit_hint')}
          checked={onEdit}
          onChange={(event) => onEditChange(event.currentTarget.checked)}
        />
      </Stack>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={readOnly}>
          {t('ui.save')}
        </Button>
      </Group>
    </form>
  );
}
