import { DIRECTORY_KINDS, directoryUploadRule, type DirectoryKind, type DirectoryUploadRule } from '@gantry/contract';
import { Alert, Button, Group, Modal, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { useTrackJob } from '../../access/jobs/jobs.queries.ts';
import { useSystemState } from '../../access/system/system.queries.ts';
import { type UploadInto, useDirectoriesChanged, useUploadDirectory, useVersionsBelow } from './directory-files.queries.ts';
import { UploadPreview } from './upload-preview.tsx';
import { TakingProgress, UploadProgress } from './upload-progress.tsx';
import { UploadRules } from './upload-rules.tsx';

type Props = {
  opened: boolean;
  spaceId: number;
  epsId: number;
  /** The rows are also assigned to the works of a version, which is then asked for. */
  assigning: boolean;
  /** null: only a new directory can be made. */
  into: UploadInto | null;
  onDone(directoryId: number): void;
  onClose(): void;
};

const FORM_WIDTH = 600;
const PREVIEW_WIDTH = 1120;
const MEBIBYTE = 1024 * 1024;
type Step =
  | { at: 'form' }
  | { at: 'job'; jobId: number }
  | { at: 'preview'; uploadId: number }
  | { at: 'taking'; jobId: number; uploadId: number };

/** Directory upload: file, rules, proposal and acceptance. */
export function UploadDialog(props: Props) {
  const { t } = useTranslation();
  const [wide, setWide] = useState(false);
  return (
    // In a stack Escape closes the findings alone, which open above this.
    <Modal.Stack>
      <Modal
        stackId="directory-upload"
        opened={props.opened}
        onClose={() => {
          setWide(false);
          props.onClose();
        }}
        title={t(props.assigning ? 'directory_upload.title_assign' : 'directory_upload.title')}
        size={wide ? PREVIEW_WIDTH : FORM_WIDTH}
      >
        {props.opened && <UploadSteps {...props} onWide={setWide} />}
      </Modal>
    </Modal.Stack>
  );
}

function UploadSteps({ spaceId, epsId, assigning, into, onDone, onClose, onWide }: Props & { onWide(wide: boolean): void }) {
  const { t } = useTranslation();
  const limit = useSystemState()?.upload_bytes ?? Number.POSITIVE_INFINITY;
  const [step, setStep] = useState<Step>({ at: 'form' });
  const [file, setFile] = useState<File | null>(null);
  const [rule, setRule] = useState<DirectoryUploadRule>(() => directoryUploadRule.parse({}));
  const [isNew, setIsNew] = useState(into === null);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<DirectoryKind>('general');
  const [versionId, setVersionId] = useState<number | null>(null);
  const versions = useVersionsBelow(spaceId, epsId);
  const upload = useUploadDirectory();
  const track = useTrackJob();
  const changed = useDirectoriesChanged(spaceId);
  const tooLarge = file !== null && file.size > limit;
  const start = (with_: DirectoryUploadRule): void => {
    if (!file || tooLarge) return;
    const target = { epsId, directoryId: isNew || !into ? null : into.id, name: name.trim(), kind, versionId };
    upload.mutate(
      { target, file, rule: with_ },
      {
        onSuccess({ job_id: jobId }) {
          void track(jobId);
          setStep({ at: 'job', jobId });
          onWide(false);
        },
      },
    );
  };
  const back = (): void => {
    setStep({ at: 'form' });
    onWide(false);
  };
  if (step.at === 'job')
    return (
      <UploadProgress
        jobId={step.jobId}
        onPreview={(uploadId) => {
          setStep({ at: 'preview', uploadId });
          onWide(true);
        }}
        onAgain={back}
        onClose={onClose}
      />
    );
  if (step.at === 'taking')
    return (
      <TakingProgress
        jobId={step.jobId}
        onTaken={(result) => {
          if (result.assigned) showToast('ok', t('directory_upload.assigned', { count: result.assigned }));
          if (result.assignment_refused) showToast('warn', t(result.assignment_refused.code, result.assignment_refused.parameters));
          showToast('ok', t('directory_upload.applied', { count: result.applied }));
          void changed();
          onClose();
          onDone(result.directory_id);
        }}
        onBack={() => {
          setStep({ at: 'preview', uploadId: step.uploadId });
          onWide(true);
        }}
        onClose={onClose}
      />
    );
  if (step.at === 'preview')
    return (
      <UploadPreview
        epsId={epsId}
        uploadId={step.uploadId}
        into={isNew ? null : into}
        onColumns={(columns) => {
          const next = { ...rule, columns };
          setRule(next);
          start(next);
        }}
        onAgain={back}
        onAccept={(jobId) => {
          void track(jobId);
          setStep({ at: 'taking', jobId, uploadId: step.uploadId });
          onWide(false);
        }}
        onClose={onClose}
      />
    );
  return (
    <Stack gap="md">
      <FileDrop
        file={file}
        accept=".xlsx,.csv,.txt,.tsv"
        title={t('directory_upload.choose')}
        hint={t('directory_upload.hint')}
        onFile={(next) => {
          setFile(next);
          setName(next.name.replace(/\.[^.]+$/, '').slice(0, 128));
        }}
      />
      {tooLarge && (
        <Alert color="var(--gantry-error)">{t('import.over_limit', { size: formatNumber(limit / MEBIBYTE, { decimals: 0 }) })}</Alert>
      )}
      {into && (
        <SegmentedControl
          fullWidth
          aria-label={t('directory_upload.target')}
          data={[
            { value: 'into', label: t('directory_upload.into', { name: into.name }) },
            { value: 'new', label: t('directory_upload.as_new') },
          ]}
          value={isNew ? 'new' : 'into'}
          onChange={(value) => setIsNew(value === 'new')}
        />
      )}
      {isNew ? (
        <Group grow align="flex-start">
          <TextInput label={t('ui.name')} maxLength={128} value={name} onChange={(event) => setName(event.currentTarget.value)} />
          <Select
            label={t('directory.kind')}
            allowDeselect={false}
            data={DIRECTORY_KINDS.map((value) => ({ value, label: t(`directory.kind_${value}`) }))}
            value={kind}
            onChange={(next) => next && setKind(next)}
          />
        </Group>
      ) : (
        <UploadRules
          epsId={epsId}
          directoryId={into?.id ?? null}
          rule={rule}
          columns={into?.columns ?? []}
          onChange={(change) => setRule({ ...rule, ...change })}
        />
      )}
      {(assigning || versions.length > 0) && (
        <Select
          label={t('directory_upload.assign')}
          description={t('directory_upload.assign_hint')}
          placeholder={t('directory_upload.assign_none')}
          data={versions.map(({ id, name: label }) => ({ value: String(id), label }))}
          value={versionId === null ? null : String(versionId)}
          clearable={!assigning}
          required={assigning}
          searchable
          onChange={(id) => setVersionId(id === null ? null : Number(id))}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button
          disabled={!file || tooLarge || (isNew && !name.trim()) || (assigning && versionId === null)}
          loading={upload.isPending}
          onClick={() => start(rule)}
        >
          {t('import.compare')}
        </Button>
      </Group>
    </Stack>
  );
}
