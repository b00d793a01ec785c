import { Button, Loader, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFound } from '../../features/bim/models/models.queries.ts';
import { typeName } from '../../features/bim/models/tree/models.tree.model.ts';
import type { Elements } from '../../features/bim/models/viewer/models.styles.model.ts';
import { formatCount } from '../../lib/numbers.ts';
import { refusalText } from '../../ui/text/refusal-text.ts';
import classes from './model-page.module.css';

type Props = { spaceId: number; projectId: number; onSelect: (elements: Elements) => void };
const WAIT_MS = 250;

/** Finds elements by a text in their names and properties; the list and all of them at once can be chosen. */
export function ElementSearch({ spaceId, projectId, onSelect }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), WAIT_MS);
  const { data, error, isFetching } = useFound(spaceId, projectId, asked);
  const found = asked.length > 1 ? data : undefined;
  const choose = (elements: readonly { model_id: number; entity: number }[]): void => {
    const chosen = new Map<number, Set<number>>();
    for (const { model_id, entity } of elements) chosen.set(model_id, (chosen.get(model_id) ?? new Set()).add(entity));
    onSelect(chosen);
  };
  return (
    <div className={classes.search}>
      <TextInput
        size="xs"
        type="search"
        value={text}
        aria-label={t('model.search')}
        placeholder={t('model.search')}
        leftSection={<IconSearch size={14} />}
        rightSection={isFetching ? <Loader size={12} /> : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {error && <p className={classes.note}>{refusalText(error, t)}</p>}
      {found && (
        <>
          <div className={classes.line}>
            <span role="status">{t('model.found', { number: formatCount(found.total) })}</span>
            {found.elements.length > 0 && (
              <Button size="compact-xs" variant="default" onClick={() => choose(found.elements)}>
                {t('model.choose_found')}
              </Button>
            )}
          </div>
          <ul className={classes.found}>
            {found.elements.map((one) => (
              <li key={`${one.model_id}#${one.id}`}>
                <button type="button" onClick={() => choose([one])}>
                  <bdi>{one.name || t('model.nameless')}</bdi> <span>{typeName(one.category)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
