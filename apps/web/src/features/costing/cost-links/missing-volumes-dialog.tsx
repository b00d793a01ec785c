import { Loader, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { money } from './cost-links.model.ts';
import { useMissingVolumes } from './cost-links.queries.ts';
import classes from './link-panel.module.css';

type Props = { spaceId: number; versionId: number; opened: boolean; onClose(): void };

/** Volume codes of estimates that no work carries, with the rows that do and the way to each. */
export function MissingVolumesDialog({ opened, onClose, ...place }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('cost_link.missing_volumes')} size={860}>
      <MissingVolumes {...place} opened={opened} onClose={onClose} />
    </Modal>
  );
}

function MissingVolumes({ spaceId, versionId, opened, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error } = useMissingVolumes(spaceId, versionId, opened);
  if (error) return <p role="alert">{refusalText(error, t)}</p>;
  if (!data) return <Loader size="sm" role="status" aria-label={t('cost_link.counting')} />;
  const more = data.count - data.codes.length;
  return (
    <>
      <p className={classes.note} role="status">
        {t(data.count ? 'cost_link.missing_hint' : 'cost_link.none_missing', { shown: formatCount(data.count) })}
      </p>
      {data.count > 0 && (
        <div className={classes.volumes} tabIndex={0} role="region" aria-label={t('cost_link.missing_volumes')}>
          <RecordTable
            label={t('cost_link.missing_volumes')}
            heads={[t('estimate.volume_code'), t('cost_link.estimate_row'), t('estimate.column_amount')]}
            numbers={[2]}
          >
            {data.codes.flatMap(({ code, rows }) =>
              rows.map(({ project_id, estimate_id, row_id, number, name, amount, currency }, at) => {
                const to: string = `/${spaceId}/estimates/${project_id}`;
                return (
                  <tr key={`${estimate_id} ${row_id}`}>
                    {at === 0 && (
                      <th scope="rowgroup" rowSpan={rows.length}>
                        {code}
                      </th>
                    )}
                    <td data-wrap>
                      <Link to={to} search={{ estimate: String(estimate_id), row: String(row_id) }} onClick={onClose}>
                        {`${number} ${name}`.trim()}
                      </Link>
                    </td>
                    <td data-number>{`${money(amount)} ${currency}`}</td>
                  </tr>
                );
              }),
            )}
          </RecordTable>
        </div>
      )}
      {more > 0 && <p>{t('cost_link.missing_rest', { shown: formatCount(more) })}</p>}
    </>
  );
}
