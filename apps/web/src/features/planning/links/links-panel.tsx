import type { Edited, ExternalRelation } from '@gantry/contract';
import { type LinkSide, RELATION_TYPES, type RelationType } from '@gantry/domain';
import { Button, NativeSelect } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DATE_TIME_FORMAT, formatLocal } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LagPicker } from '../relations/lag-picker.tsx';
import { AddLink } from './add-link.tsx';
import { removeLink, updateLink } from './links.queries.ts';
import { SectionTitle } from '../../../ui/text/text.tsx';
import classes from './links-panel.module.css';

type Props = {
  spaceId: number;
  scheduleId: number;
  versionId: number;
  itemId: number;
  links: readonly ExternalRelation[];
  minutesPerDay: number;
  readOnly: boolean;
  /** Opens a row of another version. */
  onOpen(versionId: number, itemId: number): void;
  /** Applies the change of an edit, which may belong to another version. */
  onEdited(send: () => Promise<Edited & { version_id: number }>): void;
};

/** Relations of a task to other schedules with type and limit; editable in place. */
export function LinksPanel(props: Props) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const own = props.links.filter(({ item }) => item.id === props.itemId);
  return (
    <div className={classes.panel}>
      {!own.length && <p className={classes.empty}>{t('links.empty')}</p>}
      {(['predecessor', 'successor'] as const).map((side) => (
        <Side key={side} {...props} side={side} links={own.filter((link) => link.side === side)} />
      ))}
      {!props.readOnly &&
        (adding ? (
          <AddLink {...props} onDone={() => setAdding(false)} />
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            mt={8}
            leftSection={<IconPlus size={14} stroke={1.5} />}
            onClick={() => setAdding(true)}
          >
            {t('links.add')}
          </Button>
        ))}
    </div>
  );
}

function Side({ side, links, ...props }: Props & { side: LinkSide }) {
  const { t } = useTranslation();
  if (!links.length) return null;
  return (
    <section aria-label={t(`links.${side}s`)}>
      <SectionTitle order={3} size="panel">
        {t(`links.${side}s`)}
      </SectionTitle>
      <ul className={classes.list}>
        {links.map((link) => (
          <Row key={link.id} link={link} {...props} />
        ))}
      </ul>
    </section>
  );
}

function Row({ link, minutesPerDay, readOnly, onOpen, onEdited }: Omit<Props, 'links'> & { link: ExternalRelation }) {
  const { t } = useTranslation();
  const { other, limit } = link;
  const name = `${other.code} ${other.name}`.trim() || t('links.hidden');
  const place = [other.project, other.schedule.name, other.version.name].filter(Boolean).join(' › ');
  const days = (minutes: number) => formatNumber(minutes / minutesPerDay, { decimals: minutes % minutesPerDay ? 1 : 0 });
  const facts = link.hidden
    ? [t('links.hidden_hint')]
    : link.gone
      ? [t('links.gone')]
      : [
          `${formatLocal(other.start)} – ${formatLocal(other.finish)}`,
          t(`status.${other.status}`),
          `${Math.round(other.progress * 100)} %`,
          ...(other.full_reserve === null ? [] : [`${t('links.reserve')} ${days(other.full_reserve)}`]),
          ...(other.critical ? [t('relations.critical')] : []),
        ];
  const locked = readOnly || (link.side === 'successor' && other.version.locked);
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        {link.gone || link.hidden ? (
          <span className={`${classes.name} ${link.gone ? classes.gone : ''}`}>{name}</span>
        ) : (
          <button
            type="button"
            className={classes.other}
            title={t('links.open', { name })}
            onClick={() => onOpen(other.version.id, other.id)}
          >
            <span className={`${classes.name} ${other.critical ? classes.critical : ''}`}>{name}</span>
          </button>
        )}
        <NativeSelect
          size="xs"
          w={64}
          aria-label={t('links.type')}
          disabled={locked}
          value={link.type}
          data={RELATION_TYPES.map((type) => ({ value: type, label: type.toUpperCase() }))}
          onChange={(event) => onEdited(updateLink(link.id, { type: event.currentTarget.value as RelationType }))}
        />
        <div className={classes.lag}>
          <LagPicker
            key={link.lag_minutes}
            days={link.lag_minutes / minutesPerDay}
            disabled={locked}
            onCommit={(value) => onEdited(updateLink(link.id, { lag_minutes: Math.round(value * minutesPerDay) }))}
          />
        </div>
        {!readOnly && <IconButton size="sm" icon={IconTrash} label={t('links.remove')} onClick={() => onEdited(removeLink(link.id))} />}
      </div>
      <div className={classes.detail} title={place}>
        {place}
      </div>
      <div className={`${classes.detail} ${link.gone ? classes.critical : ''}`}>{facts.join(' · ')}</div>
      {limit && <div className={classes.limit}>{t(`links.limit_${limit.kind}`, { date: formatLocal(limit.date, DATE_TIME_FORMAT) })}</div>}
      {!link.own && <div className={classes.detail}>{t('links.made_there')}</div>}
    </li>
  );
}
