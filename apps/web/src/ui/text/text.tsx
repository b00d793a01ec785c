import type { ReactNode } from 'react';
import classes from './text.module.css';

type TitleProps = {
  /** Depth in the outline of the page; default: 2. */
  order?: 1 | 2 | 3;
  /** `large` over a part of a page, `panel` and `small` over one of a side panel. */
  size?: 'large' | 'plain' | 'panel' | 'small';
  children: ReactNode;
};

/** The title of a section. */
export function SectionTitle({ order = 2, size = 'plain', children }: TitleProps) {
  const Heading = `h${order}` as const;
  return (
    <Heading className={classes.title} data-size={size}>
      {children}
    </Heading>
  );
}

/** Text that matters less: a hint, or that there is nothing here. */
export function Muted({ mb, children }: { /** Room below, px. */ mb?: number; children: ReactNode }) {
  return (
    <p className={classes.muted} style={mb === undefined ? undefined : { marginBottom: mb }}>
      {children}
    </p>
  );
}
