import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './cost-settings.module.css';

type LinesProps = {
  title: string;
  hint: string;
  add: string;
  onAdd: (() => void) | null;
  /** What stands beside the button that adds a line. */
  more?: ReactNode;
  children: ReactNode;
};

/** A list of the settings with its title, what it is for, and the button that adds a line. */
export function Lines({ title, hint, add, onAdd, more, children }: LinesProps) {
  return (
    <section className={classes.lines}>
      <h3>{title}</h3>
      <p>{hint}</p>
      <ul aria-label={title}>{children}</ul>
      {onAdd && (
        <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={14} />} onClick={onAdd}>
          {add}
        </Button>
      )}
      {more}
    </section>
  );
}
