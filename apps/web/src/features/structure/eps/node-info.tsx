import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatLocal } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { idOfKey, pathTo, type TreeIndex } from './eps.model.ts';
import { nodeQuery } from './eps.queries.ts';
import type { RowKey } from './eps.store.ts';
import { ValidityBadge } from './validity-badge.tsx';
import classes from './node-info.module.css';

/** Facts of a node or version: name, kind, path, counts, last change. */
export function NodeInfo({ spaceId, rowKey, index }: { spaceId: number; rowKey: RowKey; index: TreeIndex }) {
  return rowKey.startsWith('v') ? (
    <VersionFacts id={idOfKey(rowKey)} index={index} />
  ) : (
    <NodeFacts spaceId={spaceId} id={idOfKey(rowKey)} />
  );
}

function NodeFacts({ spaceId, id }: { spaceId: number; id: number }) {
  const { t } = useTranslation();
  const { data } = useQuery(nodeQuery(spaceId, id));
  if (!data) return <Skeleton h={120} m={16} w="auto" />;
  const above = data.path.filter((step) => step.id !== data.id).map((step) => step.name);
  return (
    <Facts
      facts={[
        [t('ui.name'), <b key="name">{data.name}</b>],
        [t('eps.kind'), t(`eps.kind_${data.kind}`)],
        [t('shell.path'), above.join(' / ')],
        [t('eps.nodes_below'), data.kind === 'schedule' ? '' : formatCount(data.counts.nodes)],
        [t('eps.versions_below'), formatCount(data.counts.versions)],
        [t('versions.items'), formatCount(data.counts.items)],
        [t('eps.created'), formatInstant(data.created_at)],
        [t('versions.updated'), formatInstant(data.updated_at)],
      ]}
    />
  );
}

function VersionFacts({ id, index }: { id: number; index: TreeIndex }) {
  const { t } = useTranslation();
  const version = index.versions.get(id);
  if (!version) return null;
  return (
    <Facts
      facts={[
        [t('ui.name'), <b key="name">{version.name}</b>],
        [t('eps.kind'), t(`versions.kind_${version.kind}`)],
        [
          t('shell.path'),
          pathTo(index, version.schedule_id)
            .map((node) => node.name)
            .join(' / '),
        ],
        [t('versions.lock_state'), t(version.locked ? 'versions.locked' : 'versions.not_locked')],
        [t('versions.calculation'), t(`versions.calculation_${version.calculation_status}`)],
        [t('timetable.validity'), <ValidityBadge key="validity" version={version} />],
        [t('versions.items'), formatCount(version.item_count)],
        [t('versions.data_date'), formatLocal(version.data_date)],
        [t('versions.revision'), formatCount(version.revision)],
        [t('eps.created'), formatInstant(version.created_at)],
        [t('versions.updated'), formatInstant(version.updated_at)],
      ]}
    />
  );
}

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
