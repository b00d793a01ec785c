import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './message-page.module.css';

/** A page, or a part of one, that says one thing: what happened or what this is for, and what to do next. */
export function MessagePage({
  icon: IconShape,
  title,
  children,
  actions,
}: {
  icon?: Icon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={classes.place}>
      <section className={classes.message} aria-labelledby="message-title">
        {IconShape && <IconShape size={28} stroke={1.5} className={classes.icon} aria-hidden />}
        <h1 id="message-title" className={classes.title}>
          {title}
        </h1>
        {children && <div className={classes.text}>{children}</div>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </section>
    </div>
  );
}
