import { MOST_PIPE_LINKS, type Pipe } from '@gantry/contract';
import { Alert, Checkbox, Modal, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { type ChosenLink, usePipeLinks } from './pipes.queries.ts';
import classes from './pipes.module.css';

type Props = {
  spaceId: number;
  /** Null: the dialog is shut. */
  pipe: Pipe | null;
  onSubmit(pipe: Pipe, links: ChosenLink[]): Promise<unknown>;
  onClose(): void;
};

/** Shows the relations that a pipe asks for and the plans do not have, and makes those that are chosen. */
export function MakeLinksDialog({ pipe, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={pipe !== null} onClose={onClose} title={t('pipe.links_of', { name: pipe?.name ?? '' })} size={860}>
      {pipe && <Form pipe={pipe} onClose={onClose} {...rest} />}
    </Modal>
  );
}

function Form({ spaceId, pipe, onSubmit, onClose }: Props & { pipe: Pipe }) {
  const { t } = useTranslation();
  const { data, error } = usePipeLinks(spaceId, pipe.id);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  if (error) return <Alert color="red">{refusalText(error, t)}</Alert>;
  if (!data) return <Skeleton h={200} />;
  if (!data.links.length) return <p>{t('pipe.links_none')}</p>;
  const keyOf = (link: ChosenLink): string => `${link.item_id} ${link.other_item_id}`;
  const chosen = data.links.filter((link) => !left.has(keyOf(link)));
  const turn = (key: string): void => setLeft(new Set(left.has(key) ? [...left].filter((one) => one !== key) : [...left, key]));
  return (
    <DialogForm
      submitLabel={t('pipe.links_make', { count: chosen.length })}
      ready={chosen.length > 0}
      onClose={onClose}
      onSubmit={() =>
        onSubmit(
          pipe,
          chosen.map(({ item_id, other_item_id }) => ({ item_id, other_item_id })),
        )
      }
    >
      <p className={classes.hint}>{t(`pipe.links_${data.type}`, { count: pipe.need.days, days: formatCount(pipe.need.days) })}</p>
      {data.total > MOST_PIPE_LINKS && (
        <p className={classes.hint}>{t('pipe.links_first', { shown: formatCount(data.links.length), total: formatCount(data.total) })}</p>
      )}
      <div className={classes.links}>
        <table className={classes.settings}>
          <thead>
            <tr>
              <td>
                <Checkbox
                  size="xs"
                  aria-label={t('pipe.links_all')}
                  checked={!left.size}
                  indeterminate={left.size > 0 && chosen.length > 0}
                  onChange={() => setLeft(left.size ? new Set() : new Set(data.links.map(keyOf)))}
                />
              </td>
              <th scope="col">{t('pipe.package')}</th>
              <th scope="col">{t('pipe.links_supply')}</th>
              <th scope="col">{t('pipe.links_main')}</th>
            </tr>
          </thead>
          <tbody>
            {data.links.map((link) => (
              <tr key={keyOf(link)}>
                <td>
                  <Checkbox
                    size="xs"
                    aria-label={`${link.code}: ${link.other_item_name} → ${link.item_name}`}
                    checked={!left.has(keyOf(link))}
                    onChange={() => turn(keyOf(link))}
                  />
                </td>
                {[link.code, link.other_item_name, link.item_name].map((text, place) => (
                  <td key={place}>
                    <bdi>{text}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </DialogForm>
  );
}
