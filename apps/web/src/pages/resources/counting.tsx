import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './counting.module.css';

/** How many schedules of a place are counted by now. */
export function Counting({ load }: { load: { versions: number; waiting: number } | undefined }) {
  const { t } = useTranslation();
  const total = load ? load.versions + load.waiting : 0;
  return (
    <p role="status" className={classes.counting}>
      <Loader size={14} />
      {load?.waiting ? t('resource.counted', { done: load.versions, count: total }) : t('resource.counting')}
    </p>
  );
}
