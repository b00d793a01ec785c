import type { ReportFault } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import classes from './report-forms.module.css';

/** What is wrong with a form, each with its place and what was perhaps meant. */
export function FaultList({ faults }: { faults: readonly ReportFault[] }) {
  const { t } = useTranslation();
  const placeOf = ({ cell, paragraph }: ReportFault): string =>
    cell ?? (paragraph === null ? t('report_form.at_file') : t('report_form.at_paragraph', { number: paragraph }));
  return (
    <ul className={classes.faults} aria-label={t('report_form.faults')}>
      {faults.map((fault, at) => (
        <li key={at} data-severity={fault.severity}>
          <b>{placeOf(fault)}</b>
          <span>
            {t(`template.fault.${fault.code}`, fault.parameters)}
            {fault.parameters['suggestion'] ? ` ${t('report_form.meant', { suggestion: fault.parameters['suggestion'] })}` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}
