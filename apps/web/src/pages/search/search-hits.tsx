import type { SearchHit } from '@gantry/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { KIND_ICONS } from '../../features/insight/search/kind-icon.tsx';
import { keyOf, piecesOf } from '../../features/insight/search/search.model.ts';
import { NodeIcon } from '../../features/structure/eps/node-icon.tsx';
import { formatInstant, INSTANT_FORMAT } from '../../lib/dates.ts';
import classes from './search-page.module.css';
import { linkOf, useOpenHit } from './use-open-hit.ts';

/** What was found, a line each; links, so that each opens in a tab of its own too. */
export function SearchHits({ spaceId, hits }: { spaceId: number; hits: readonly SearchHit[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.hits}>
      {hits.map((hit, at) => (
        <li key={keyOf(hit)}>
          {hit.alike && !hits[at - 1]?.alike && <p className={classes.alike}>{t(at ? 'search.alike' : 'search.only_alike')}</p>}
          <HitLine spaceId={spaceId} hit={hit} />
        </li>
      ))}
    </ul>
  );
}

function HitLine({ spaceId, hit }: { spaceId: number; hit: SearchHit }) {
  const { t } = useTranslation();
  const { prepare } = useOpenHit(spaceId);
  const link = linkOf(spaceId, hit);
  const stated = hit.kind === 'message' || hit.kind === 'comment';
  const where = hit.path.length ? hit.path.join(' / ') : hit.kind === 'message' ? t('search.direct') : '';
  const inside = (
    <>
      <HitIcon hit={hit} />
      <span className={classes.words}>
        {/* What was said is headed by who said it. */}
        <b className={classes.title}>
          {stated ? <bdi>{hit.author ?? t('search.somebody')}</bdi> : <Marked text={hit.title} marks={hit.marks.title} />}
        </b>
        {hit.text !== null && (
          <span className={classes.text}>
            <Marked text={hit.text} marks={hit.marks.text} />
          </span>
        )}
        <span className={classes.where}>
          {[t(`search.one_${hit.kind}`), where, stated ? null : hit.author, hit.others ? t('search.others', { count: hit.others }) : null]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <time className={classes.at} dateTime={hit.at} title={formatInstant(hit.at, INSTANT_FORMAT)}>
        {formatInstant(hit.at)}
      </time>
    </>
  );
  const shared = { className: classes.hit, 'data-hit': true, onClick: () => prepare(hit) };
  if (link === null)
    return (
      <button type="button" {...shared}>
        {inside}
      </button>
    );
  return (
    <Link {...link} {...shared}>
      {inside}
    </Link>
  );
}

function HitIcon({ hit: { kind, icon } }: { hit: SearchHit }) {
  if ((kind === 'node' || kind === 'version') && icon !== null) return <NodeIcon kind={icon as Parameters<typeof NodeIcon>[0]['kind']} />;
  const Shape = KIND_ICONS[kind];
  return <Shape size={16} stroke={1.5} aria-hidden className={classes.icon} />;
}

function Marked({ text, marks }: { text: string; marks: SearchHit['marks']['title'] }): ReactNode {
  return piecesOf(text, marks).map((piece) => (piece.marked ? <mark key={piece.from}>{piece.text}</mark> : piece.text));
}
