import { DOWNLOAD_SCENARIOS, type ImportRule, TRIED_ROWS } from '@gantry/contract';
import { Alert, Button, Checkbox, Group, Progress, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { useTrackJob } from '../../access/jobs/jobs.queries.ts';
import { useSystemState } from '../../access/system/system.queries.ts';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { ImportMapping } from './import-mapping.tsx';
import { ImportRules } from './import-rules.tsx';
import { plainRule } from './import.model.ts';
import { ImportTrial } from './import-trial.tsx';
import { type Sending, useTargetVersions, useTryRule, useUploadVersion } from './import.queries.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';

/** Code pages that schedule files come in; auto looks at the bytes. */
const CODE_PAGES = ['auto', 'utf-8', 'windows-1251', 'windows-1252', 'windows-1250', 'utf-16le', 'cp866', 'koi8-r', 'gbk'];
const ACCEPTED = '.xer,.xml,.xlsx,.csv,.json,.gantry,.ifc,.zip,.txt';
const MEBIBYTE = 1024 * 1024;

/** An upload on its way. */
export type Started = { jobId: number };

type Props = { scheduleId: number; versionId: number | null; onStarted: (started: Started) => void; onClose: () => void };

/** File, target and column mapping of an upload. */
export function ImportForm({ scheduleId, versionId, onStarted, onClose }: Props) {
  const { t } = useTranslation();
  const system = useSystemState();
  const limit = system?.import_bytes ?? Number.POSITIVE_INFINITY;
  const versions = useTargetVersions(scheduleId);
  const [file, setFile] = useState<File | null>(null);
  const [versionName, setVersionName] = useState('');
  const [target, setTarget] = useState<number | null>(versionId);
  const [saved, setSaved] = useState<{ id: number; name: string } | null>(null);
  const [rule, setRule] = useState<ImportRule>(() => ({
    ...plainRule(),
    download_scenario: versionId === null ? 'new_version' : 'into_version',
  }));
  const upload = useUploadVersion();
  const trial = useTryRule();
  const track = useTrackJob();
  const tooLarge = file !== null && file.size > limit;
  const isNew = rule.download_scenario === 'new_version';
  const targetId = isNew ? null : (target ?? versions.find(({ kind }) => kind === 'actual')?.id ?? versions.at(-1)?.id ?? null);
  /** What was tried before holds no longer. */
  const patch = (change: Partial<ImportRule>): void => {
    setRule({ ...rule, ...change });
    trial.reset();
  };

  const choose = (next: File): void => {
    trial.reset();
    setFile(next);
    setVersionName(next.name.replace(/\.[^.]+$/, '').slice(0, 128));
  };
  const asked = (sent: File) => ({
    scheduleId,
    file: sent,
    versionName: isNew ? versionName : '',
    versionId: targetId,
    ruleName: saved?.name ?? null,
    rule,
  });
  const start = (): void => {
    if (!file || tooLarge || (!isNew && targetId === null)) return;
    upload.mutate(asked(file), {
      onSuccess({ job_id: jobId }) {
        void track(jobId);
        onStarted({ jobId });
      },
    });
  };
  return (
    <Stack gap="md">
      <FileDrop file={file} accept={ACCEPTED} hint={t('import.hint')} onFile={choose} />
      {tooLarge && (
        <Alert color="var(--gantry-error)">{t('import.over_limit', { size: formatNumber(limit / MEBIBYTE, { decimals: 0 }) })}</Alert>
      )}
      <SegmentedControl
        fullWidth
        aria-label={t('import.scenario')}
        data={DOWNLOAD_SCENARIOS.map((value) => ({
          value,
          label: t(`import.scenario_${value}`),
          disabled: value !== 'new_version' && versions.length === 0,
        }))}
        value={rule.download_scenario}
        onChange={(value) => patch({ download_scenario: value })}
      />
      {isNew ? (
        <TextInput
          label={t('import.version_name')}
          description={t('import.version_name_hint')}
          maxLength={128}
          value={versionName}
          onChange={(event) => setVersionName(event.currentTarget.value)}
        />
      ) : (
        <>
          <Select
            label={t('import.target')}
            description={t('import.target_hint')}
            allowDeselect={false}
            data={versions.map(({ id, name, locked }) => ({
              value: String(id),
              label: name,
              disabled: locked && rule.download_scenario === 'into_version',
            }))}
            value={targetId === null ? null : String(targetId)}
            onChange={(value) => setTarget(value === null ? null : Number(value))}
          />
          <Group gap="lg" role="group" aria-label={t('import.choice')}>
            {(['add', 'update', 'delete'] as const).map((kind) => (
              <Checkbox
                key={kind}
                label={t(`import.choice_${kind}`)}
                checked={rule[kind]}
                onChange={(event) => patch({ [kind]: event.currentTarget.checked })}
              />
            ))}
          </Group>
        </>
      )}
      <Group grow align="flex-start">
        <Select
          label={t('import.code_page')}
          data={CODE_PAGES.map((value) => ({ value, label: value === 'auto' ? t('import.code_page_auto') : value }))}
          value={rule.code_page ?? 'auto'}
          allowDeselect={false}
          onChange={(value) => patch({ code_page: value === 'auto' ? null : value })}
        />
        <NumberField
          label={t('import.rows_to_skip')}
          min={0}
          max={1000}
          whole
          value={rule.rows_to_skip}
          onChange={(value) => patch({ rows_to_skip: value ?? 0 })}
        />
        {!isNew && (
          <Select
            label={t('import.match_by')}
            allowDeselect={false}
            data={(['code', 'name'] as const).map((value) => ({ value, label: t(`import.match_${value}`) }))}
            value={rule.match_by}
            onChange={(value) => value && patch({ match_by: value })}
          />
        )}
      </Group>
      <ImportMapping rule={rule} onChange={patch} />
      <ImportRules
        scheduleId={scheduleId}
        rule={rule}
        saved={saved}
        onTake={(setting) => {
          setSaved(setting && { id: setting.id, name: setting.name });
          if (setting) patch(setting.rule);
        }}
        onSaved={setSaved}
      />
      {trial.data && <ImportTrial trial={trial.data} />}
      {upload.sending && <SendingProgress {...upload.sending} />}
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          mr="auto"
          disabled={!file || file.size > (system?.upload_bytes ?? limit)}
          loading={trial.isPending}
          onClick={() => file && trial.mutate(asked(file))}
        >
          {t('import.try', { count: TRIED_ROWS })}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button disabled={!file || tooLarge || (!isNew && targetId === null)} loading={upload.isPending} onClick={start}>
          {t(isNew ? 'import.start' : 'import.compare')}
        </Button>
      </Group>
    </Stack>
  );
}

function SendingProgress({ percent, cut }: Sending) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <Progress value={percent} aria-label={t('import.sending', { percent })} />
      <Text size="sm">{t(cut ? 'import.sending_cut' : 'import.sending', { percent })}</Text>
    </div>
  );
}
