import type { Difference } from '@gantry/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { changeText, fieldText, valueText } from './compare.model.ts';
import classes from './compare-table.module.css';

type Props = { spaceId: number; versions: { id: number; name: string }[]; differences: Difference[] };

/** Lists differences: kind, place, and the value in each version. */
export function CompareTable({ spaceId, versions, differences }: Props) {
  const { t } = useTranslation();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('compare.column_kind')}</th>
          <th scope="col">{t('compare.column_code')}</th>
          <th scope="col">{t('compare.column_name')}</th>
          <th scope="col">{t('compare.column_field')}</th>
          {versions.map(({ id, name }) => (
            <th key={id} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differences.map((difference, index) => {
          const { kind, change, item, object, values } = difference;
          return (
            <tr key={index} data-change={change}>
              <td className={classes.kind}>{t(`compare.kind_${kind}`)}</td>
              <td className={classes.code}>{item?.code}</td>
              <td>
                {item?.name}
                {object && <span className={classes.object}>{object}</span>}
              </td>
              <td className={classes.field}>{change === 'changed' ? fieldText(difference, { t }) : t(`compare.change_${change}`)}</td>
              {versions.map(({ id, name }, side) => {
                const text = valueText(difference, values[side] ?? null, { t });
                const by = side ? changeText(difference, values[0] ?? null, values[side] ?? null, { t }) : '';
                const itemId = item?.ids[side] ?? null;
                const to: string = `/${spaceId}/schedule/${id}?target=${itemId}`;
                return (
                  <td
                    key={id}
                    className={classes.value}
                    data-same={JSON.stringify(values[side]) === JSON.stringify(values[0]) || undefined}
                  >
                    {itemId === null ? (
                      text
                    ) : (
                      <Link to={to} title={t('compare.open_row', { version: name })}>
                        {text || '—'}
                      </Link>
                    )}
                    {by && <span className={classes.by}>{by}</span>}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
