import { Badge } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DATE_FORMAT, formatInstant } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { FoundField } from './found-field.tsx';
import { type InstallationSpace, useInstallationSpaces } from './installation.queries.ts';

/** Spaces of the installation with owners and licences, without their content. */
export function SpacePanel() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const found = useInstallationSpaces(search);
  if (!found) return null;
  return (
    <>
      <FoundField
        placeholder={t('spaces.name')}
        typed={typed}
        onType={setTyped}
        found={{ shown: found.spaces.length, total: found.total }}
      />
      {found.spaces.length ? <SpaceTable spaces={found.spaces} /> : <p>{t(search ? 'boards.nothing_found' : 'spaces.none')}</p>}
    </>
  );
}

function SpaceTable({ spaces }: { spaces: readonly InstallationSpace[] }) {
  const { t } = useTranslation();
  return (
    <RecordTable
      label={t('installation.spaces')}
      heads={[
        t('spaces.name'),
        t('spaces.role_owner'),
        t('installation.members'),
        t('installation.projects'),
        t('licenses.title'),
        t('installation.created'),
      ]}
    >
      {spaces.map((space) => (
        <tr key={space.id}>
          <td>
            {space.name}{' '}
            {space.kind !== 'regular' && (
              <Badge size="xs" variant="light" color="gray">
                {t(`spaces.kind_${space.kind}`)}
              </Badge>
            )}
          </td>
          <td data-quiet>{space.owners.join(', ')}</td>
          <td data-tight>{formatCount(space.members)}</td>
          <td data-tight>{formatCount(space.projects)}</td>
          <td data-quiet>{space.deleting ? t('spaces.deleting') : t(`licenses.state_${space.license}`)}</td>
          <td data-quiet data-tight>
            {formatInstant(space.created_at, DATE_FORMAT)}
          </td>
        </tr>
      ))}
    </RecordTable>
  );
}
