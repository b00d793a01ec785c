import type { ReactNode } from 'react';
import classes from './form-page.module.css';

/** A page that is one short form. */
export function FormPage({ title, children, wide = false }: { title: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className={classes.page}>
      <section className={classes.box} data-wide={wide || undefined} aria-labelledby="form-title">
        <h1 id="form-title" className={classes.title}>
          {title}
        </h1>
        {children}
      </section>
    </div>
  );
}
