import {
  DIRECTORY_UPLOAD_PARTS,
  type DirectoryUpload,
  type DirectoryUploadChange,
  type DirectoryUploadPart,
  type DirectoryUploadRule,
} from '@gantry/contract';
import { Alert, Button, Checkbox, Group, Loader, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DATE_FORMAT, DATE_TIME_FORMAT, formatLocal } from '../../../lib/dates.ts';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { ChangeLines } from '../../../ui/changes/change-lines.tsx';
import classes from '../../../ui/changes/change-parts.module.css';
import { linesOf } from '../../../ui/changes/changes.ts';
import { discardUpload, type UploadInto, useAcceptUpload, useDirectoryChanges, useDirectoryProposal } from './directory-files.queries.ts';
import { UploadColumns } from './upload-columns.tsx';

type Props = {
  epsId: number;
  uploadId: number;
  into: UploadInto | null;
  /** Columns that go elsewhere: the file is read again. */
  onColumns(columns: DirectoryUploadRule['columns']): void;
  onAgain(): void;
  /** The job that puts the chosen parts into the directory. */
  onAccept(jobId: number): void;
  onClose(): void;
};

/** The proposal of a directory file by kind of change, with the column targets and the choice of parts. */
export function UploadPreview(props: Props) {
  const { data } = useDirectoryProposal(props.epsId, props.uploadId);
  if (!data) return <Loader size="sm" m="md" />;
  return <Proposal key={data.id} {...props} proposal={data} />;
}

type Shown = DirectoryUploadPart | 'columns';
const ACCEPTED = ['added', 'changed', 'removed'] as const;

function Proposal({ proposal, epsId, into, onColumns, onAgain, onAccept, onClose }: Props & { proposal: DirectoryUpload }) {
  const { t } = useTranslation();
  const { counts, stale } = proposal;
  const parts = DIRECTORY_UPLOAD_PARTS.filter((part) => counts[part] > 0);
  const [chosen, setChosen] = useState<ReadonlySet<DirectoryUploadPart>>(new Set(ACCEPTED.filter((part) => counts[part] > 0)));
  const [shown, setShown] = useState<Shown>(parts.includes('refused') ? 'refused' : (parts[0] ?? 'columns'));
  const accept = useAcceptUpload();
  const count = ACCEPTED.reduce((sum, part) => sum + (chosen.has(part) ? counts[part] : 0), 0);
  const take = (): void =>
    accept.mutate(
      { epsId, uploadId: proposal.id, parts: ACCEPTED.filter((part) => chosen.has(part)), withoutRefused: counts.refused > 0 },
      {
        onSuccess: ({ job_id: jobId }) => onAccept(jobId),
      },
    );
  const discard = (): void => {
    void discardUpload(epsId, proposal.id);
    onClose();
  };
  return (
    <Stack gap="md">
      <Text fw={500}>{t('directory_upload.preview', { file: proposal.file_name, name: proposal.directory_name })}</Text>
      {proposal.assignment && (
        <Text size="sm">
          {t('directory_upload.will_assign', { name: proposal.assignment.version_name, count: proposal.assignment.count })}
        </Text>
      )}
      {stale && <Alert color="var(--gantry-warn)">{t('directory_upload.stale')}</Alert>}
      {parts.length === 0 && <Text>{t('directory_upload.nothing')}</Text>}
      <div className={classes.layout}>
        <nav className={classes.parts} aria-label={t('import.choice')}>
          {parts.map((part) => (
            <div key={part} className={classes.part} data-current={shown === part || undefined} data-part={part}>
              {part === 'refused' ? (
                <span />
              ) : (
                <Checkbox
                  aria-label={t(`directory_upload.part_${part}`)}
                  checked={chosen.has(part)}
                  onChange={(event) => {
                    const on = event.currentTarget.checked;
                    setChosen((before) => new Set(on ? [...before, part] : [...before].filter((each) => each !== part)));
                  }}
                />
              )}
              <UnstyledButton className={classes.name} onClick={() => setShown(part)}>
                {t(`directory_upload.part_${part}`)}
              </UnstyledButton>
              <span className={classes.count}>{formatCount(counts[part])}</span>
            </div>
          ))}
          <div className={classes.part} data-current={shown === 'columns' || undefined}>
            <span />
            <UnstyledButton className={classes.name} onClick={() => setShown('columns')}>
              {t('directory_upload.columns')}
            </UnstyledButton>
            <span className={classes.count}>{formatCount(proposal.columns.length)}</span>
          </div>
          <Text size="xs" px={8} pt={8} c="var(--gantry-neutral-9)">
            {t('import.preview_unchanged', { count: counts.unchanged })}
          </Text>
        </nav>
        {shown === 'columns' ? (
          <UploadColumns columns={proposal.columns} assigns={proposal.assignment !== null} into={into} onApply={onColumns} />
        ) : (
          <Part key={shown} epsId={epsId} uploadId={proposal.id} part={shown} />
        )}
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onAgain}>
          {t(stale ? 'import.preview_again' : 'import.other_file')}
        </Button>
        <Button variant="default" onClick={discard}>
          {t('import.preview_discard')}
        </Button>
        <Button data-autofocus disabled={stale || (count === 0 && !proposal.assignment?.count)} loading={accept.isPending} onClick={take}>
          {t('import.preview_accept', { count })}
          {counts.refused > 0 && count > 0 && `, ${t('directory_upload.without_refused', { count: counts.refused })}`}
        </Button>
      </Group>
    </Stack>
  );
}

/** Fields that every row has; others are called as their columns. */
const OWN: ReadonlySet<string> = new Set(['code', 'name', 'measure']);
const KINDS = { added: 'add', changed: 'update', removed: 'delete', refused: 'add' } as const;

const MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** A value as the grid writes it; numbers with all their decimals. */
function shownValue(value: unknown): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'number') {
    const [, decimals = ''] = String(value).split('.');
    return /e/.test(String(value)) ? String(value) : formatNumber(value, { decimals: decimals.length });
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  return MINUTE.test(value) ? formatLocal(value, value.endsWith('T00:00') ? DATE_FORMAT : DATE_TIME_FORMAT) : value;
}

function Part({ epsId, uploadId, part }: { epsId: number; uploadId: number; part: DirectoryUploadPart }) {
  const { t } = useTranslation();
  const { data, hasNextPage, isFetching, fetchNextPage } = useDirectoryChanges(epsId, uploadId, part);
  const lines = useMemo(() => {
    const place = ({ line }: DirectoryUploadChange): string => (line === null ? '' : t('directory_upload.line', { line }));
    const why = ({ reason, column, value }: DirectoryUploadChange): string =>
      reason === null
        ? ''
        : [t(`directory_upload.reason.${reason}`), column, value === null || value === '' ? '' : t('directory_upload.said', { value })]
            .filter(Boolean)
            .join(' · ');
    return linesOf(
      (data?.pages ?? [])
        .flatMap(({ changes }) => changes)
        .map((change) => ({ ...change, label: `${place(change)} ${change.label}`.trim() })),
      why,
    );
  }, [data, t]);
  return (
    <ChangeLines
      lines={lines}
      kind={KINDS[part]}
      beforeTitle={t('directory_upload.before')}
      nameOf={(field) =>
        field === 'parent_code' ? t('directory_upload.row_above') : OWN.has(field) ? t(`directory_upload.to_${field}`) : field
      }
      shown={(_field, value) => (typeof value === 'boolean' ? t(value ? 'ui.yes' : 'ui.no') : shownValue(value))}
      busy={isFetching}
      onEnd={hasNextPage ? () => void fetchNextPage() : undefined}
    />
  );
}
