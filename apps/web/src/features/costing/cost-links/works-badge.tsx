import type { NamedWorks } from '@gantry/contract';
import { Link } from '@tanstack/react-router';
import classes from './link-panel.module.css';

type Props = { spaceId: number; versionId: number; label: string; works: NamedWorks; onOpen?(): void };

/** Works that a report names, the first of them, each with the way to its row; nothing where there are none. */
export function WorksBadge({ spaceId, versionId, label, works: { first, count }, onOpen }: Props) {
  const to: string = `/${spaceId}/schedule/${versionId}`;
  if (count === 0) return null;
  return (
    <section aria-label={label}>
      <p className={classes.note}>{label}</p>
      <ul className={classes.named} tabIndex={0}>
        {first.map(({ item_id, code, name }) => (
          <li key={item_id}>
            <Link to={to} search={{ target: String(item_id) }} onClick={onOpen}>
              {`${code} ${name}`.trim()}
            </Link>
          </li>
        ))}
        {count > first.length && <li>…</li>}
      </ul>
    </section>
  );
}
