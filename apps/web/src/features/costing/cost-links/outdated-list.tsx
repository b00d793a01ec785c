import type { OutdatedCosts } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { outdatedInWords } from './cost-links.model.ts';
import classes from './link-panel.module.css';

/** What of estimates is another since costs were updated, a line each. */
export function OutdatedList({ outdated }: { outdated: readonly OutdatedCosts[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.percents}>
      {outdatedInWords(outdated, t).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}
