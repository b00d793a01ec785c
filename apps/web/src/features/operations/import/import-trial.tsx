import type { ImportTrial as Trial } from '@gantry/contract';
import { Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { ImportFindings } from './import-findings.tsx';
import { useFieldName, useShownValue } from './import-words.tsx';
import classes from './import-preview.module.css';

/** The first rows of a file as a rule takes them in, and what does not fit. */
export function ImportTrial({ trial: { fields, attributes, rows, total, findings } }: { trial: Trial }) {
  const { t } = useTranslation();
  const nameOf = useFieldName();
  const shown = useShownValue();
  const troubles = findings.filter(({ severity }) => severity !== 'info');
  return (
    <Stack gap="sm" role="region" aria-label={t('import.tried', { count: formatCount(rows.length), total: formatCount(total) })}>
      <Text size="sm">{t('import.tried', { count: formatCount(rows.length), total: formatCount(total) })}</Text>
      <Table.ScrollContainer minWidth={400} maxHeight={260} tabIndex={0}>
        <Table stickyHeader verticalSpacing={2}>
          <Table.Thead>
            <Table.Tr>
              {fields.map((field) => (
                <Table.Th key={field}>{nameOf(field)}</Table.Th>
              ))}
              {attributes.map((name, at) => (
                <Table.Th key={at}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((values, at) => (
              <Table.Tr key={at}>
                {values.map((value, column) => (
                  <Table.Td
                    key={column}
                    className={classes.tried}
                    data-prose={column >= fields.length || fields[column] === 'name' || undefined}
                  >
                    {shown(fields[column] ?? '', value)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {troubles.length > 0 && (
        <>
          <Text size="sm">{t('import.preview_findings')}</Text>
          <ImportFindings findings={troubles} />
        </>
      )}
    </Stack>
  );
}
