import type { DirectoryColumnTarget, DirectoryUpload, DirectoryUploadRule } from '@gantry/contract';
import { Button, Group, Select, Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadInto } from './directory-files.queries.ts';

const PLAIN = ['code', 'name', 'measure', 'parent_code', 'id', 'parent_id', 'skip'] as const;

const OF_WORKS = ['work_code', 'volume'] as const;

const keyOf = (target: DirectoryColumnTarget): string =>
  target.kind === 'attribute' ? `attribute:${target.attribute_id}` : target.kind === 'donor' ? `donor:${target.directory_id}` : target.kind;
const targetOf = (key: string): DirectoryColumnTarget => {
  const [kind, id] = key.split(':');
  if (kind === 'attribute') return { kind, attribute_id: Number(id) };
  if (kind === 'donor') return { kind, directory_id: Number(id) };
  if (kind === 'work_code' || kind === 'volume') return { kind };
  return kind === 'new' ? { kind } : { kind: kind as (typeof PLAIN)[number] };
};

type Props = {
  columns: DirectoryUpload['columns'];
  assigns: boolean;
  into: UploadInto | null;
  onApply(columns: DirectoryUploadRule['columns']): void;
};

/** The target of each column of the file; a changed target reads the file again. */
export function UploadColumns({ columns, assigns, into, onApply }: Props) {
  const { t } = useTranslation();
  const [targets, setTargets] = useState<Record<string, string>>(Object.fromEntries(columns.map(({ from, to }) => [from, keyOf(to)])));
  const changed = columns.some(({ from, to }) => targets[from] !== keyOf(to));
  const data = [
    {
      group: t('directory_upload.fields'),
      items: [...PLAIN, ...(assigns ? OF_WORKS : [])].map((value) => ({
        value: value as string,
        label: t(`directory_upload.to_${value}`),
      })),
    },
    {
      group: t('directory_upload.attributes'),
      items: [
        ...(into?.columns ?? []).map(({ id, name }) => ({ value: `attribute:${id}`, label: name })),
        { value: 'new', label: t('directory_upload.to_new') },
      ],
    },
    ...(into?.donors.length
      ? [{ group: t('directory_upload.donors'), items: into.donors.map(({ id, name }) => ({ value: `donor:${id}`, label: name })) }]
      : []),
  ];
  return (
    <div>
      <Table verticalSpacing={2}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('directory_upload.column_file')}</Table.Th>
            <Table.Th>{t('directory_upload.column_to')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ from }) => (
            <Table.Tr key={from}>
              <Table.Td>{from}</Table.Td>
              <Table.Td>
                <Select
                  size="xs"
                  aria-label={from}
                  allowDeselect={false}
                  searchable
                  data={data}
                  value={targets[from]}
                  onChange={(key) => key && setTargets({ ...targets, [from]: key })}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end" mt={8}>
        <Button
          size="compact-sm"
          disabled={!changed}
          onClick={() => onApply(columns.map(({ from }) => ({ from, to: targetOf(targets[from]) })))}
        >
          {t('directory_upload.read_again')}
        </Button>
      </Group>
    </div>
  );
}
