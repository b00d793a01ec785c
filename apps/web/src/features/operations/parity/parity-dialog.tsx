import type { ParityCause, ParityCertificate, ParityDifference } from '@gantry/contract';
import { Alert, Button, Group, Loader, Modal, Select, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../../lib/calls/api-error.ts';
import { DATE_TIME_FORMAT, formatLocal } from '../../../lib/dates.ts';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import scrolled from '../../../ui/text/scrolled-lines.module.css';
import { useParity, useParityCsv } from './parity.queries.ts';
import classes from './parity.module.css';

const NONE_STORED = 'parity.no_stored_dates';
/** Activities that a warning names. */
const NAMED = 10;

type Props = { version: { id: number; name: string } | null; onClose: () => void };

/** Differences between calculated dates and those of the file by activity, with causes. */
export function ParityDialog({ version, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={version !== null} onClose={onClose} title={t('parity.title', { name: version?.name ?? '' })} size={1080}>
      {version && <Parity version={version} />}
    </Modal>
  );
}

function Parity({ version }: { version: { id: number; name: string } }) {
  const { t } = useTranslation();
  const { data, error } = useParity(version.id);
  if (data) return <Certificate certificate={data} version={version} />;
  if (error) return <Text>{t(isRefusal(error, NONE_STORED) ? NONE_STORED : 'error.unknown', { name: version.name })}</Text>;
  return (
    <Group gap="sm">
      <Loader size="sm" />
      {t('parity.working')}
    </Group>
  );
}

function Certificate({ certificate, version }: { certificate: ParityCertificate; version: { id: number; name: string } }) {
  const { t } = useTranslation();
  const [cause, setCause] = useState<ParityCause | null>(null);
  const csv = useParityCsv();
  const { compared, same, equivalent, different, causes, options, edited, expected_ignored: ignored, program, file } = certificate;
  const source = program || file;
  const shown = useMemo(
    () => certificate.differences.filter((one) => cause === null || one.cause === cause),
    [certificate.differences, cause],
  );
  return (
    <Stack gap="sm">
      <Text>
        {different + equivalent === 0
          ? t('parity.all_same', { program: source })
          : t('parity.summary', { same: formatCount(same), compared: formatCount(compared), program: source })}
      </Text>
      {different + equivalent > 0 && (
        <Text size="sm" c="var(--gantry-neutral-9)">
          {[t('parity.different', { count: different }), equivalent > 0 ? t('parity.equivalent', { count: equivalent }) : '']
            .filter(Boolean)
            .join('; ')}
        </Text>
      )}
      {edited && <Alert color="var(--gantry-warn)">{t('parity.edited')}</Alert>}
      {options.length > 0 && (
        <Alert color="var(--gantry-warn)">{t('parity.options', { names: options.map(({ name }) => name).join(', ') })}</Alert>
      )}
      {ignored.length > 0 && (
        <Alert color="var(--gantry-warn)">
          {t('parity.expected_ignored', {
            count: ignored.length,
            names: ignored
              .slice(0, NAMED)
              .map(({ code, name }) => code || name)
              .join(', '),
          })}
        </Alert>
      )}
      {different > 0 && (
        <>
          <Group justify="space-between" align="flex-end">
            <Select
              w={320}
              label={t('parity.cause')}
              allowDeselect={false}
              value={cause ?? ''}
              data={[
                { value: '', label: `${t('parity.cause_all')} (${formatCount(different)})` },
                ...causes.map(({ cause: value, count }) => ({ value, label: `${t(`parity.group_${value}`)} (${formatCount(count)})` })),
              ]}
              onChange={(value) => setCause(causes.find((one) => one.cause === value)?.cause ?? null)}
            />
            <Button
              variant="default"
              leftSection={<IconDownload size={14} stroke={1.5} />}
              loading={csv.isPending}
              onClick={() => csv.mutate({ versionId: version.id, name: version.name })}
            >
              {t('parity.download')}
            </Button>
          </Group>
          <Differences differences={shown} />
          {certificate.differences.length < different && (
            <Text size="xs">{t('parity.first', { count: certificate.differences.length })}</Text>
          )}
        </>
      )}
    </Stack>
  );
}

function Differences({ differences }: { differences: readonly ParityDifference[] }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(
    () => differences.flatMap(({ fields, ...item }) => fields.map((field, at) => ({ item, field, isFirst: at === 0 }))),
    [differences],
  );
  const rows = useVirtualizer({ count: lines.length, getScrollElement: () => scroller.current, estimateSize: () => 26, overscan: 20 });
  const value = (raw: string | number | null): string => {
    if (raw === null) return '–';
    return typeof raw === 'number'
      ? t('import.hours', { hours: formatNumber(raw / 60, { decimals: 2 }) })
      : formatLocal(raw, DATE_TIME_FORMAT);
  };
  const why = ({ cause, because }: Omit<ParityDifference, 'fields'>): string =>
    t(`parity.cause_${cause}`, { because: cause === 'type' ? t(`parity.kind_${because}`) : because });
  return (
    <div ref={scroller} className={`${scrolled.lines} ${classes.table}`} tabIndex={0} role="table" aria-rowcount={lines.length + 1}>
      <div className={scrolled.head} role="row">
        {(['activity', 'field', 'stored', 'calculated', 'cause'] as const).map((name) => (
          <span key={name} role="columnheader">
            {t(`parity.${name}`)}
          </span>
        ))}
      </div>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const { item, field, isFirst } = lines[index];
          return (
            <div
              key={key}
              role="row"
              className={`${scrolled.line} ${scrolled.placed} ${classes.line}`}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span role="cell" title={`${item.code} ${item.name}`}>
                {isFirst ? `${item.code} ${item.name}` : ''}
              </span>
              <span role="cell">{t(`column.${field.field}`)}</span>
              <span role="cell" className={classes.value}>
                {value(field.stored)}
              </span>
              <span role="cell" className={classes.value}>
                {value(field.calculated)}
              </span>
              <span role="cell" className={classes.cause} title={why(item)}>
                {isFirst ? why(item) : ''}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
