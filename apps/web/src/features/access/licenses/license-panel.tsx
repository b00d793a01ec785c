import { SEAT_KINDS } from '@gantry/domain';
import { Alert, Badge, Button, Loader, Progress } from '@mantine/core';
import { IconFileCertificate, IconUpload, IconUserMinus } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { DATE_FORMAT, formatInstant } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { closeForm, useNamedForm, useOpenForm } from '../../../ui/forms/open-form.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { LicenseList } from './license-list.tsx';
import { LoadLicenseDialog } from './load-license-dialog.tsx';
import { lastMoment, toneOf } from './licenses.model.ts';
import { type LicenseStanding, type SeatHolder, useLicenses } from './licenses.queries.ts';
import classes from './license-panel.module.css';

/** Licences of a space, or with null of the installation: how it stands, its seats, loading, switching, deleting. */
export function LicensePanel({ spaceId, mayManage }: { spaceId: number | null; mayManage: boolean }) {
  const { t } = useTranslation();
  const licenses = useLicenses(spaceId);
  const openForm = useOpenForm();
  const loading = useNamedForm('checkout');
  const { data, isPending, refetch } = licenses.list;
  if (isPending) return <Loader size={24} />;
  if (!data) {
    return (
      <Alert color="red" title={t('licenses.not_shown')}>
        <Button variant="default" onClick={() => void refetch()}>
          {t('shell.try_again')}
        </Button>
      </Alert>
    );
  }
  const takers = data.holders.filter(({ kind }) => kind !== 'users');
  return (
    <>
      <Standing standing={data.standing} />
      {data.licenses.length ? (
        <LicenseList licenses={data.licenses} mayManage={mayManage} corporate={spaceId === null} {...licenses} />
      ) : (
        <p className={classes.quiet}>{t(data.standing.state === 'missing' ? 'licenses.none_wanted' : 'licenses.none')}</p>
      )}
      {mayManage && (
        <Button
          mt="md"
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.5} />}
          onClick={() => openForm({ form: 'checkout' })}
        >
          {t('licenses.load')}
        </Button>
      )}
      {takers.length > 0 && <Takers takers={takers} mayManage={mayManage} onFree={(holder) => licenses.freeSeat.mutate(holder)} />}
      <h2 className={classes.title}>{t('licenses.installation')}</h2>
      <code>{data.installation}</code>
      <LoadLicenseDialog opened={loading !== null} load={licenses.load} onClose={closeForm} />
    </>
  );
}

function Standing({ standing }: { standing: LicenseStanding }) {
  const { t } = useTranslation();
  const { state, scope, expires_at: end, days_left: days, seats } = standing;
  return (
    <div className={classes.standing}>
      <div className={classes.state}>
        <Badge variant="light" color={toneOf(state)} leftSection={<IconFileCertificate size={14} stroke={1.5} />}>
          {t(`licenses.state_${state}`)}
        </Badge>
        {scope && <span className={classes.quiet}>{t(`licenses.scope_${scope}`)}</span>}
        {end && (
          <span className={classes.quiet}>
            {t('licenses.until', { date: formatInstant(lastMoment(end), DATE_FORMAT) })}
            {state === 'licensed' && ` · ${t('licenses.days_left', { count: days ?? 0 })}`}
          </span>
        )}
      </div>
      <div className={classes.seats}>
        {SEAT_KINDS.map((kind) => {
          const { used, allowed } = seats[kind];
          return (
            <Fragment key={kind}>
              <span id={`seats-${kind}`}>{t(`licenses.seats_${kind}`)}</span>
              <Progress
                size="sm"
                aria-labelledby={`seats-${kind}`}
                value={allowed ? Math.min(100, (used / allowed) * 100) : 0}
                color={allowed !== null && used >= allowed ? 'red' : 'accent'}
              />
              <span data-seats={kind} className={classes.quiet}>
                {allowed === 0
                  ? t('licenses.not_included')
                  : allowed === null
                    ? t('licenses.unlimited')
                    : t('licenses.used_of', { used: formatCount(used), allowed: formatCount(allowed) })}
              </span>
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}

function Takers({ takers, mayManage, onFree }: { takers: SeatHolder[]; mayManage: boolean; onFree: (holder: SeatHolder) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <h2 className={classes.title}>{t('licenses.takers')}</h2>
      <RecordTable label={t('licenses.takers')} heads={[t('grants.person'), t('licenses.seat'), t('auth.session_since'), '']}>
        {takers.map((holder) => (
          <tr key={`${holder.kind} ${holder.user_id}`}>
            <td>{holder.name}</td>
            <td>{t(`licenses.seats_${holder.kind}`)}</td>
            <td data-quiet data-tight>
              {formatInstant(holder.since)}
            </td>
            <td data-tight>
              {mayManage && (
                <IconButton icon={IconUserMinus} label={t('licenses.free_named', { name: holder.name })} onClick={() => onFree(holder)} />
              )}
            </td>
          </tr>
        ))}
      </RecordTable>
    </>
  );
}
