import type { ComparedValue } from '@gantry/contract';
import type { Period } from '@gantry/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import classes from './compare-table.module.css';
import { differenceText, periodText } from './compare.model.ts';

type Props = { spaceId: number; versions: { id: number; name: string }[]; period: Period; lines: ComparedValue[] };

/** Amounts by periods: those of all rows together first, then row by row, with the difference of each version to the first. */
export function CompareValues({ spaceId, versions, period, lines }: Props) {
  const { t, i18n } = useTranslation();
  const [first, ...others] = versions;
  const number = (value: number) => formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 2 });
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('compare.column_code')}</th>
          <th scope="col">{t('compare.column_name')}</th>
          <th scope="col">{t('compare.period')}</th>
          {versions.map(({ id, name }) => (
            <th key={id} scope="col" className={classes.number}>
              {name}
            </th>
          ))}
          {others.map(({ id, name }) => (
            <th key={`d${id}`} scope="col" className={classes.number}>
              {t('compare.difference_to', { version: name, first: first.name })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ item, from, values, change }, index) => {
          const again =
            index > 0 && lines[index - 1].item?.ids.join() === item?.ids.join() && (lines[index - 1].item === null) === (item === null);
          return (
            <tr key={index} data-change={change} data-total={item === null || undefined}>
              <td className={classes.code}>{again ? '' : item?.code}</td>
              <td>{again ? '' : item ? <RowLink spaceId={spaceId} versions={versions} item={item} /> : t('compare.all_rows')}</td>
              <td className={classes.code}>{periodText(from, period, i18n.language)}</td>
              {values.map((value, side) => (
                <td key={side} className={`${classes.number} ${classes.value}`} data-same={value === values[0] || undefined}>
                  {number(value)}
                </td>
              ))}
              {values.slice(1).map((value, side) => (
                <td key={`d${side}`} className={classes.number} data-sign={Math.sign(value - values[0])}>
                  {differenceText(value - values[0])}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function RowLink({ spaceId, versions, item }: Pick<Props, 'spaceId' | 'versions'> & { item: NonNullable<ComparedValue['item']> }) {
  const side = item.ids.findLastIndex((id) => id !== null);
  const to: string = `/${spaceId}/schedule/${versions[side].id}?target=${item.ids[side]}`;
  return (
    <span className={classes.value} data-same>
      <Link to={to}>{item.name}</Link>
    </span>
  );
}
