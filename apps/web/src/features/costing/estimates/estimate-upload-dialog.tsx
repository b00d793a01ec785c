import { api, type EstimateFilePreview, type EstimateMapping, rightToShare } from '@gantry/contract';
import { ESTIMATE_COLUMNS, type EstimateColumn } from '@gantry/domain';
import { Button, Group, Loader, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasText } from '../../../lib/texts/i18n.ts';
import { PresetBar } from '../../../ui/conditions/preset-bar.tsx';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { useTrackJob } from '../../access/jobs/jobs.queries.ts';
import { useRightAt } from '../../structure/eps/eps.queries.ts';
import { asShown, keptMapping, type MappedTable } from './estimates.mapping.model.ts';
import { decimalShown, figuresShown } from './estimates.model.ts';
import { previewEstimate, uploadEstimate, useEstimateMappings } from './estimates.queries.ts';
import classes from './estimates.module.css';

type Props = {
  spaceId: number;
  projectId: number;
  /** The estimate that the file is an edition of; null: its number decides. */
  estimate: { id: number; name: string } | null;
  opened: boolean;
  onClose(): void;
  onUploaded(estimateId: number): void;
};

const ACCEPTED = '.gge,.xml,.xlsx,.csv,.txt,.bc3,.x80,.x81,.x82,.x83,.x84,.x85,.x86,.x87';

/** Takes the file of an estimate, shows what it would give, and lets the columns of a table be named. */
export function EstimateUploadDialog(props: Props) {
  const { t } = useTranslation();
  const { opened, onClose, estimate } = props;
  const title = estimate ? t('estimate.upload_edition', { name: estimate.name }) : t('estimate.upload');
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={960}>
      <UploadForm {...props} />
    </Modal>
  );
}

type Shown = { preview: EstimateFilePreview | null; refusal: string | null; busy: boolean };

function UploadForm({ spaceId, projectId, estimate, onClose, onUploaded }: Props) {
  const { t } = useTranslation();
  const track = useTrackJob();
  const [file, setFile] = useState<File | null>(null);
  const [mapping, setMapping] = useState<EstimateMapping>({});
  const kept = useEstimateMappings(spaceId);
  const [chosen, setChosen] = useState<number | null>(null);
  const mayShare = useRightAt(spaceId, projectId)(rightToShare('estimate_mapping'));
  // Whatever a person changes goes before what is kept.
  const preset = Object.keys(mapping).length ? null : chosen;
  const [{ preview, refusal, busy }, setShown] = useState<Shown>({ preview: null, refusal: null, busy: false });
  const upload = (picked: File) => ({ projectId, estimateId: estimate?.id ?? null, file: picked, mapping, preset, codePage: 'auto' });
  useEffect(() => {
    if (!file) return;
    const stop = new AbortController();
    setShown((before) => ({ ...before, busy: true }));
    previewEstimate({ projectId, estimateId: null, file, mapping, preset, codePage: 'auto' }, stop.signal).then(
      (next) => !stop.signal.aborted && setShown({ preview: next, refusal: null, busy: false }),
      (error: unknown) => !stop.signal.aborted && setShown({ preview: null, refusal: refusalText(error, t), busy: false }),
    );
    return () => stop.abort();
  }, [file, mapping, preset, projectId, t]);
  const send = async (): Promise<void> => {
    if (!file) return;
    const { estimate_id, job_id } = await uploadEstimate(upload(file));
    await track(job_id);
    onUploaded(estimate_id);
  };
  const choose = (id: number | null): void => {
    setMapping({});
    setChosen(id);
  };
  const table = preview?.table ?? null;
  const { currency, digits } = { ...kept.items.find(({ id }) => id === chosen)?.content, ...mapping };
  const unseen = { ...(currency && { currency }), ...(digits !== undefined && { digits }) };
  const fitting = chosen === null ? kept.items.filter(({ id }) => table?.presets.includes(id)) : [];
  return (
    <Stack gap={10}>
      <FileDrop
        file={file}
        accept={ACCEPTED}
        title={t('estimate.choose_file')}
        hint={t('estimate.formats')}
        onFile={(next) => {
          choose(null);
          setFile(next);
        }}
      />
      {/* A form of its own, where a name is typed. */}
      {(table || chosen !== null) && (
        <section aria-label={t('estimate.kept_columns')}>
          <PresetBar
            presets={kept}
            chosen={chosen}
            content={table && keptMapping(table, unseen)}
            changed={preset === null && chosen !== null}
            nameSchema={api.estimateMappings.create.body.shape.name}
            maySharePresets={mayShare}
            onChoose={(one) => choose(one?.id ?? null)}
          />
          {fitting.length > 0 && (
            <Group gap={6} mt={6} role="status">
              {t('estimate.fitting_columns')}
              {fitting.map(({ id, name }) => (
                <Button key={id} size="compact-xs" variant="light" onClick={() => choose(id)}>
                  {name}
                </Button>
              ))}
            </Group>
          )}
        </section>
      )}
      <DialogForm
        submitLabel={t('estimate.upload_send')}
        ready={preview !== null && preview.rows > 0 && !busy}
        onSubmit={send}
        onClose={onClose}
      >
        {busy && <Loader size="xs" role="status" aria-label={t('estimate.stage_reading')} />}
        {refusal && <p role="alert">{refusal}</p>}
        {table && (
          <Columns
            key={chosen ?? 0}
            table={table}
            mapping={{ ...mapping, ...unseen }}
            onMapping={(next) => setMapping(asShown(table, next))}
          />
        )}
        {preview && <FirstRows preview={preview} />}
      </DialogForm>
    </Stack>
  );
}

function Columns({ table, mapping, onMapping }: { table: MappedTable; mapping: EstimateMapping; onMapping(next: EstimateMapping): void }) {
  const { t } = useTranslation();
  const header = table.cells[table.header_row] ?? [];
  const width = Math.max(0, ...table.cells.map((cells) => cells.length));
  const options = Array.from({ length: width }, (_, at) => ({ value: String(at), label: `${at + 1}. ${header[at] || '—'}` }));
  const choose = (column: EstimateColumn, value: string | null): void => {
    const { [column]: _former, ...rest } = mapping.columns ?? table.columns;
    onMapping({ ...mapping, columns: value === null ? rest : { ...rest, [column]: Number(value) } });
  };
  return (
    <div className={classes.columns} role="group" aria-label={t('estimate.columns')}>
      {table.sheets.length > 1 && (
        <Select
          size="xs"
          label={t('estimate.sheet')}
          data={table.sheets}
          value={table.sheet}
          allowDeselect={false}
          onChange={(sheet) => onMapping(sheet ? { sheet } : {})}
        />
      )}
      <Select
        size="xs"
        label={t('estimate.header_row')}
        data={table.cells.map((_, at) => ({ value: String(at), label: String(at + 1) }))}
        value={String(table.header_row)}
        allowDeselect={false}
        onChange={(row) => onMapping({ ...mapping, headerRow: Number(row) })}
      />
      {ESTIMATE_COLUMNS.map((column) => (
        <Select
          key={column}
          size="xs"
          clearable
          label={t(`estimate.column_${column}`)}
          placeholder={t('estimate.no_such_column')}
          data={options}
          value={table.columns[column] === undefined ? null : String(table.columns[column])}
          onChange={(value) => choose(column, value)}
        />
      ))}
      <TextInput
        size="xs"
        label={t('estimate.currency')}
        placeholder="EUR"
        maxLength={3}
        defaultValue={mapping.currency ?? ''}
        onBlur={({ currentTarget: { value } }) => {
          const { currency: _former, ...rest } = mapping;
          if (/^[A-Za-z]{3}$/.test(value)) onMapping({ ...rest, currency: value.toUpperCase() });
        }}
      />
    </div>
  );
}

function FirstRows({ preview }: { preview: EstimateFilePreview }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.counts} role="status">
        {preview.format && <b>{t(`estimate.format_${preview.format}`)}</b>}
        {preview.number && <span>{preview.number}</span>}
        <span>{t('estimate.rows', { count: preview.rows, shown: String(preview.rows) })}</span>
        {preview.counted.current !== null && (
          <span>
            {t('ui.named', { name: t('estimate.by_rows'), text: '' })}
            <b>{decimalShown(preview.counted.current)}</b>
          </span>
        )}
        {preview.stated.current !== null && (
          <span>
            {t('ui.named', { name: t('estimate.by_file'), text: '' })}
            <b>{decimalShown(preview.stated.current)}</b>
          </span>
        )}
      </div>
      {preview.findings.length > 0 && (
        <ul className={classes.findings}>
          {preview.findings.slice(0, 5).map(({ severity, code, message, parameters }, at) => (
            <li key={at}>
              <span className={classes.severity} data-severity={severity}>
                {t(`job.severity_${severity}`)}
              </span>{' '}
              {hasText(code) ? t(code, figuresShown(parameters)) : message}
            </li>
          ))}
          {preview.findings.length > 5 && <li>{t('estimate.more_findings', { count: preview.findings.length - 5 })}</li>}
        </ul>
      )}
      {preview.first.length > 0 && (
        <div className={classes.preview} tabIndex={0} role="region" aria-label={t('estimate.first_rows')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('estimate.number')}</th>
                <th scope="col">{t('ui.name')}</th>
                <th scope="col">{t('estimate.code')}</th>
                <th scope="col">{t('estimate.unit')}</th>
                <th scope="col" data-number>
                  {t('estimate.quantity')}
                </th>
                <th scope="col" data-number>
                  {t('estimate.current')}
                </th>
              </tr>
            </thead>
            <tbody>
              {preview.first.map((row, at) => (
                <tr key={at} className={row.kind === 'section' ? classes.heading : undefined}>
                  <td>{row.number}</td>
                  <td style={{ paddingInlineStart: 8 + row.depth * 12 }}>{row.name}</td>
                  <td title={row.code}>{row.code}</td>
                  <td>{row.unit}</td>
                  <td data-number>{decimalShown(row.quantity)}</td>
                  <td data-number>{decimalShown(row.current ?? '')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
