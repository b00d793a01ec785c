import type { directories, Output } from '@gantry/contract';
import { Skeleton } from '@mantine/core';
import { IconArrowNarrowLeft, IconArrowNarrowRight, IconBooks, IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDirectoryGraph, type DirectoryPlace } from '../directories.queries.ts';
import { type Branch, branchesOf } from '../directories.graph.model.ts';
import { Muted } from '../../../../ui/text/text.tsx';
import classes from './side-panels.module.css';

type Graph = Output<typeof directories.graph>;
type Props = { spaceId: number; place: DirectoryPlace; onOpen(node: Graph['nodes'][number]): void };

/** What a directory takes from, and what takes from it, however far: two indented trees whose entries lead to the place. */
export function GraphPanel({ spaceId, place, onOpen }: Props) {
  const { t } = useTranslation();
  const { data, isError } = useDirectoryGraph(spaceId, place);
  if (isError) return <Muted>{t('directory.not_loaded')}</Muted>;
  if (!data) return <Skeleton h={80} m={16} w="auto" />;
  const parts = [
    { way: 'takes', branches: branchesOf(data, place.directoryId, 'takes') },
    { way: 'gives', branches: branchesOf(data, place.directoryId, 'gives') },
  ] as const;
  return (
    <div className={classes.panel}>
      {parts.map(({ way, branches }) => (
        <section key={way} aria-label={t(`directory.graph_${way}`)}>
          <h3 className={classes.title}>
            {way === 'takes' ? (
              <IconArrowNarrowLeft size={16} stroke={1.5} aria-hidden />
            ) : (
              <IconArrowNarrowRight size={16} stroke={1.5} aria-hidden />
            )}
            {t(`directory.graph_${way}`)}
          </h3>
          {branches.length ? <Tree branches={branches} onOpen={onOpen} /> : <Muted>{t(`directory.graph_${way}_none`)}</Muted>}
        </section>
      ))}
    </div>
  );
}

function Tree({ branches, onOpen }: { branches: readonly Branch[]; onOpen: Props['onOpen'] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.tree}>
      {branches.map(({ node, by, name, below, again }, index) => (
        <li key={index}>
          <button type="button" className={classes.node} onClick={() => onOpen(node)}>
            {node.kind === 'directory' ? (
              <IconBooks size={16} stroke={1.5} aria-hidden />
            ) : (
              <IconFileText size={16} stroke={1.5} aria-hidden />
            )}
            <span>{node.name}</span>
            <span className={classes.quiet}>
              {t(`directory.by_${by}`)}
              {name && name !== node.name ? `: ${name}` : ''}
            </span>
          </button>
          {again ? (
            <span className={classes.quiet}> {t('directory.graph_again')}</span>
          ) : (
            below.length > 0 && <Tree branches={below} onOpen={onOpen} />
          )}
        </li>
      ))}
    </ul>
  );
}
