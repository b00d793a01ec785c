import { Button } from '@mantine/core';
import { IconColumns3, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AttributeTable, type AttributeLine } from '../../features/catalog/attributes/attribute-table.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import classes from './attributes-page.module.css';

/** An attribute as the table shows it, wherever it stands. */
export type PaneLine = Omit<AttributeLine, 'traits'> & {
  required: boolean;
  unique: boolean;
  inherits: boolean;
  /** Whether it can be checked here, to be deleted. */
  own: boolean;
};

type Props = {
  tabs: ReactNode;
  lines: readonly PaneLine[];
  loaded: boolean;
  mayEdit: boolean;
  /** Hint when there are none. */
  hint: string;
  onNew(): void;
  onOpen(id: number): void;
  /** Deletes what is checked; false: the person thought better of it. */
  onRemove(ids: number[]): Promise<boolean>;
  /** Tools behind those for a new attribute and for deleting. */
  tools?: ReactNode;
  /** Shown in place of the table. */
  instead?: ReactNode;
  /** The dialog of one attribute. */
  children: ReactNode;
};

/** The attributes of a place: its tools over a table of them. */
export function AttributePane({ tabs, lines, loaded, mayEdit, hint, onNew, onOpen, onRemove, tools, instead, children }: Props) {
  const { t } = useTranslation();
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set());
  const own = new Set(lines.filter((line) => mayEdit && line.own).map(({ id }) => id));
  const chosen = [...checked].filter((id) => own.has(id));
  const remove = async (): Promise<void> => {
    if (await onRemove(chosen)) setChecked(new Set());
  };
  return (
    <section className={classes.main}>
      <div className={classes.tools}>
        {tabs}
        {mayEdit && (
          <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={16} stroke={1.5} />} onClick={onNew}>
            {t('attributes.new')}
          </Button>
        )}
        {mayEdit && chosen.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="var(--gantry-error)"
            leftSection={<IconTrash size={16} stroke={1.5} />}
            onClick={() => void remove()}
          >
            {t('attributes.delete_checked', { count: chosen.length })}
          </Button>
        )}
        {tools}
      </div>
      <div className={classes.body}>
        {instead ||
          (lines.length ? (
            <AttributeTable
              lines={lines.map((line) => ({
                ...line,
                traits: (['required', 'unique', 'inherits'] as const)
                  .filter((trait) => line[trait])
                  .map((trait) => t(`attributes.trait_${trait}`)),
              }))}
              checked={checked}
              checkable={({ id }) => own.has(id)}
              onCheck={(ids, on) =>
                setChecked((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))
              }
              onOpen={onOpen}
            />
          ) : (
            loaded && (
              <MessagePage icon={IconColumns3} title={t('attributes.none')}>
                <p>{hint}</p>
              </MessagePage>
            )
          ))}
      </div>
      {children}
    </section>
  );
}
