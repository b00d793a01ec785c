import { Skeleton } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/person-name.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useMembers } from '../../access/spaces/spaces.queries.ts';
import { useRightAt } from '../../structure/eps/eps.queries.ts';
import { writeValue } from './attributes.model.ts';
import { type PassportEntry, useAttributeCommands, usePassport } from './attributes.queries.ts';
import { storeNodeFile } from './attributes.files.queries.ts';
import { ValuePicker } from './value-picker.tsx';
import { Muted, SectionTitle } from '../../../ui/text/text.tsx';
import classes from './passport-panel.module.css';

/** The passport of a node: its attributes with their values, and where each comes from. A value is stored when its field is left. */
export function PassportPanel({ spaceId, nodeId }: { spaceId: number; nodeId: number }) {
  const { t } = useTranslation();
  const { data } = usePassport(spaceId, nodeId);
  const commands = useAttributeCommands(spaceId);
  const mayEdit = useRightAt(spaceId, nodeId)('structure.edit');
  const members = useMembers(spaceId) ?? [];
  const people = members.map((person) => ({ value: person.id, label: personName(person) }));
  const words = { yes: t('ui.yes'), no: t('ui.no'), person: (id: number) => people.find(({ value }) => value === id)?.label ?? `#${id}` };
  if (!data) return <Skeleton h={80} m={16} w="auto" />;

  const comesFrom = (entry: PassportEntry): string => {
    if (entry.source === 'sup') return t('attributes.source_sup', { name: entry.from?.name ?? '' });
    if (entry.source === 'gen') return t('attributes.source_gen');
    if (entry.source === 'attribute') return t('attributes.source_attribute');
    return entry.source === null && entry.attribute.required ? t('attributes.missing') : '';
  };
  return (
    <section className={classes.passport} aria-label={t('attributes.passport')}>
      <SectionTitle order={3} size="small">
        {t('attributes.passport')}
      </SectionTitle>
      {data.entries.length === 0 && <Muted>{t('attributes.no_passport')}</Muted>}
      {data.entries.map((entry) => {
        const { attribute, value, source } = entry;
        const own = source === 'user_value';
        const set = (next: PassportEntry['value']): void => void commands.setValue(nodeId, attribute.id, next).catch(() => undefined);
        return (
          <div key={attribute.id} className={classes.entry} data-missing={source === null && attribute.required ? true : undefined}>
            <span className={classes.name}>
              {attribute.name}
              {attribute.unit && <span>, {attribute.unit}</span>}
            </span>
            <ValuePicker
              key={JSON.stringify(value)}
              label={attribute.name}
              type={attribute.type}
              values={attribute.values}
              people={people}
              value={own || attribute.type === 'file' ? value : null}
              onStore={(file) => storeNodeFile(nodeId, attribute.id, file)}
              placeholder={own ? undefined : writeValue(attribute.type, value, words) || '–'}
              disabled={!mayEdit || attribute.formula !== null || entry.read_only === true}
              onChange={set}
            />
            {own && mayEdit && !entry.read_only ? (
              <IconButton icon={IconArrowBackUp} size="sm" variant="subtle" label={t('attributes.take_away')} onClick={() => set(null)} />
            ) : (
              <span />
            )}
            {comesFrom(entry) && <span className={classes.source}>{comesFrom(entry)}</span>}
            {mayEdit && entry.read_only && <span className={classes.source}>{t('attribute_access.read_only_column')}</span>}
          </div>
        );
      })}
    </section>
  );
}
