import type { Language } from '@gantry/domain';
import { Alert, Button, Group, Menu, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconRosetteDiscountCheck, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, INSTANT_FORMAT } from '../../../lib/dates.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { auditRange, detailsLine, firstDays, objectLine, sealsLine } from './audit.model.ts';
import { type AuditFilter, fetchAuditFile, useAudit, useAuditSeals } from './audit.queries.ts';

/** The audit of a space: filters, pages, download. */
export function AuditPanel({ spaceId }: { spaceId: number }) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const [actor, setActor] = useState<string | null>(null);
  const [days, setDays] = useState(() => firstDays(new Date()));
  const filter: AuditFilter = {
    ...(search ? { search } : {}),
    ...(actor ? { actor_id: Number(actor) } : {}),
    ...auditRange(days),
  };
  const { data, hasNextPage, fetchNextPage, isFetching } = useAudit(spaceId, filter);
  const seals = useAuditSeals(spaceId);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const save = async (format: 'csv' | 'ndjson'): Promise<void> => {
    const blob = await fetchAuditFile(spaceId, filter, i18n.language as Language, format).catch(() => null);
    if (!blob) return;
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: `${t('audit.title')}.${format}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  const actionOf = (action: string): string => t(`audit.action_${action}`, { defaultValue: action });
  return (
    <>
      <Group gap="md" mb="md" align="flex-end">
        <TextInput
          w={240}
          aria-label={t('audit.search')}
          placeholder={t('audit.search')}
          leftSection={<IconSearch size={16} stroke={1.5} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Select
          w={220}
          clearable
          searchable
          aria-label={t('audit.actor')}
          placeholder={t('audit.everybody')}
          data={(data?.pages[0]?.actors ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={actor}
          onChange={setActor}
        />
        <DateField
          w={120}
          aria-label={t('delegation.from')}
          placeholder={t('delegation.from')}
          value={days.from}
          onChange={(from) => setDays({ ...days, from: from ?? null })}
        />
        <DateField
          w={120}
          aria-label={t('delegation.until')}
          placeholder={t('delegation.until')}
          value={days.until}
          onChange={(until) => setDays({ ...days, until: until ?? null })}
        />
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<IconDownload size={16} stroke={1.5} />} disabled={!entries.length}>
              {t('audit.save')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void save('csv')}>{t('audit.save_csv')}</Menu.Item>
            <Menu.Item onClick={() => void save('ndjson')}>{t('audit.save_json')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button
          variant="default"
          leftSection={<IconRosetteDiscountCheck size={16} stroke={1.5} />}
          loading={seals.isPending}
          onClick={() => seals.mutate()}
        >
          {t('audit.check')}
        </Button>
      </Group>
      {seals.data && (
        <Alert
          mb="md"
          color={seals.data.broken ? 'red' : 'green'}
          style={{ overflowWrap: 'anywhere' }}
          withCloseButton
          onClose={seals.reset}
        >
          {sealsLine(seals.data, t)}
        </Alert>
      )}
      {!isFetching && !entries.length && <p>{t(hasNextPage ? 'audit.none_yet' : 'audit.none')}</p>}
      {entries.length > 0 && (
        <RecordTable
          label={t('audit.title')}
          heads={[t('audit.at'), t('audit.actor'), t('audit.action'), t('audit.object'), t('audit.details'), t('audit.address')]}
        >
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td data-tight>{formatInstant(entry.at, INSTANT_FORMAT)}</td>
              <td>
                {entry.actor}
                {entry.on_behalf_of && ` → ${entry.on_behalf_of}`}
              </td>
              <td title={entry.action}>{actionOf(entry.action)}</td>
              <td data-quiet title={entry.object}>
                {objectLine(entry.object, entry.names, t)}
              </td>
              <td data-quiet>{detailsLine(entry.details, entry.names, t)}</td>
              <td data-quiet data-tight>
                {entry.address}
              </td>
            </tr>
          ))}
        </RecordTable>
      )}
      {hasNextPage && (
        <Button mt="md" variant="subtle" loading={isFetching} onClick={() => void fetchNextPage()}>
          {t('audit.more')}
        </Button>
      )}
    </>
  );
}
