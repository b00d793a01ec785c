import { Badge, Group, Switch } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DATE_FORMAT, formatInstant } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { lastMoment, toneOf } from './licenses.model.ts';
import type { License, useLicenses } from './licenses.queries.ts';

type Props = Pick<ReturnType<typeof useLicenses>, 'setActive' | 'remove'> & { licenses: License[]; mayManage: boolean; corporate: boolean };

/** The licences that were loaded. Those of the installation are shown in a space and managed elsewhere. */
export function LicenseList({ licenses, mayManage, corporate, setActive, remove }: Props) {
  const { t } = useTranslation();
  const nameOf = ({ holder, lid }: License): string => holder || lid;
  const limit = (value: number | null): string => (value === null ? '∞' : value === 0 ? '–' : formatCount(value));
  const validity = ({ not_before: start, expires_at: end }: License): string => {
    const last = formatInstant(lastMoment(end), DATE_FORMAT);
    if (start) return `${formatInstant(start, DATE_FORMAT)} – ${last || '∞'}`;
    return last ? t('licenses.until', { date: last }) : t('licenses.endless');
  };
  const askRemove = async (license: License): Promise<void> => {
    const sure = await askConfirmation({
      title: t('licenses.delete_title'),
      text: t('licenses.delete_text', { name: nameOf(license) }),
      confirmLabel: t('ui.delete'),
    });
    if (sure) remove.mutate(license.id);
  };
  return (
    <RecordTable
      label={t('licenses.title')}
      heads={[
        t('licenses.holder'),
        t('licenses.kind'),
        t('licenses.seats_users'),
        t('licenses.seats_estimate'),
        t('licenses.seats_bim'),
        t('licenses.valid'),
        t('licenses.version'),
        t('licenses.active'),
        '',
      ]}
    >
      {licenses.map((license) => {
        const managed = mayManage && (license.scope === 'corporate') === corporate;
        return (
          <tr key={license.id}>
            <td title={license.lid}>
              <Group gap="sm" wrap="nowrap">
                <span>{nameOf(license)}</span>
                {license.state !== 'licensed' && license.state !== 'inactive' && (
                  <Badge size="xs" variant="light" color={toneOf(license.state)}>
                    {t(`licenses.state_${license.state}`)}
                  </Badge>
                )}
                {license.scope === 'corporate' && !corporate && (
                  <Badge size="xs" variant="light" color="gray">
                    {t('licenses.corporate')}
                  </Badge>
                )}
              </Group>
            </td>
            <td>{license.kind ? t(`licenses.kind_${license.kind}`) : '–'}</td>
            <td data-tight>{license.kind ? limit(license.paid_users) : '–'}</td>
            <td data-tight>{license.kind ? limit(license.estimate_users) : '–'}</td>
            <td data-tight>{license.kind ? limit(license.bim_users) : '–'}</td>
            <td data-quiet data-tight>
              {validity(license)}
            </td>
            <td data-quiet data-tight>
              {license.app_version ? t('licenses.up_to', { version: license.app_version }) : t('licenses.any_version')}
            </td>
            <td>
              <Switch
                size="sm"
                aria-label={t('licenses.active_named', { name: nameOf(license) })}
                checked={license.active}
                disabled={!managed || setActive.isPending}
                onChange={(event) => setActive.mutate({ id: license.id, active: event.currentTarget.checked })}
              />
            </td>
            <td data-tight>
              {managed && (
                <IconButton
                  icon={IconTrash}
                  label={t('licenses.delete_named', { name: nameOf(license) })}
                  onClick={() => void askRemove(license)}
                />
              )}
            </td>
          </tr>
        );
      })}
    </RecordTable>
  );
}
