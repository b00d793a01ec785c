import classes from './wordmark.module.css';

/** The name of the product with its sign. */
export function Wordmark({ withName = true }: { withName?: boolean }) {
  return (
    <span className={classes.wordmark}>
      <svg width="20" height="20" viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="6" fill="var(--gantry-accent)" />
        <path d="M7 9h11M11 16h11M15 23h10" stroke="var(--gantry-on-accent)" strokeWidth="3.4" strokeLinecap="round" />
      </svg>
      {withName && <span>Gantry</span>}
    </span>
  );
}
