import type { ImportProposal } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { hasText } from '../../../lib/texts/i18n.ts';
import scrolled from '../../../ui/text/scrolled-lines.module.css';
import classes from './import-preview.module.css';

/** What of a file does not fit, line by line. */
export function ImportFindings({ findings }: Pick<ImportProposal, 'findings'>) {
  const { t } = useTranslation();
  return (
    <div className={`${scrolled.lines} ${classes.findings}`} tabIndex={0}>
      {findings.map(({ severity, code, message, line, parameters }, at) => (
        <div key={at} className={scrolled.line}>
          <span className={classes.severity} data-severity={severity}>
            {t(`job.severity_${severity}`)}
          </span>
          <span>{line === null ? '' : `${t('job.line')} ${formatCount(line)}`}</span>
          <span>{hasText(code) ? t(code, parameters) : message}</span>
        </div>
      ))}
    </div>
  );
}
