import { Button, Checkbox, Loader, Modal, Select, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { type QuantitiesAsked, type QuantitiesFound, useQuantities, useQuantityActs } from './estimate-quantities.queries.ts';
import classes from './quantities.module.css';

const LISTED = 500;
const FACTOR = /^\d{1,18}(?:\.\d{1,8})?$/;

type FoundRow = QuantitiesFound['rows'][number];
/** What the dialog opens with: a source that is offered again, or none. */
export type QuantitiesPlace = { versionId: number; linkId: number } | null;

type Props = {
  spaceId: number;
  /** Sets of links between models and works; undefined: on the way. */
  links: readonly { id: number; name: string }[] | undefined;
  estimateId: number;
  /** What it opens with; undefined: closed. */
  place: QuantitiesPlace | undefined;
  versions: readonly { id: number; name: string }[];
  versionId: number | null;
  /** Rows that are selected in the grid. */
  chosen: readonly number[];
  /** Which elements a quantity comes from. */
  sourceOf(row: FoundRow): ReactNode;
  /** Rows have other quantities. */
  onChanged(): void;
  onClose(): void;
};

/** Quantities of rows as the elements of their works have them: shown with their money, taken for the rows that are chosen, and taken back at once. */
export function QuantitiesDialog({ place, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={place !== undefined} onClose={props.onClose} title={t('estimate_quantity.title')} size={1080}>
      {place !== undefined && <Quantities {...props} place={place} />}
    </Modal>
  );
}

const money = (text: string | null): string =>
  text === null ? '–' : formatNumber(Number(text), { decimals: text.split('.')[1]?.length ?? 0 });
const quantity = (text: string): string => (text === '' ? '–' : formatNumber(Number(text), { decimals: text.split('.')[1]?.length ?? 0 }));

type FormProps = Omit<Props, 'place' | 'onClose'> & { place: QuantitiesPlace };

function Quantities({ spaceId, estimateId, place, links, versions, versionId: usual, chosen, sourceOf, onChanged }: FormProps) {
  const { t } = useTranslation();
  const acts = useQuantityActs(spaceId, estimateId);
  const [versionId, setVersion] = useState(place?.versionId ?? usual ?? versions[0]?.id ?? null);
  const [linkOf, setLink] = useState(place?.linkId ?? null);
  const [scope, setScope] = useState<'all' | 'chosen'>(place === null && chosen.length > 1 ? 'chosen' : 'all');
  const [factors, setFactors] = useState<Readonly<Record<number, string>>>({});
  const [off, setOff] = useState<ReadonlySet<number>>(new Set());
  const [done, setDone] = useState<{ revision: number; rows: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const linkId = linkOf ?? links?.[0]?.id ?? null;
  const asked: QuantitiesAsked | null =
    versionId === null || linkId === null ? null : { versionId, linkId, ids: scope === 'chosen' ? chosen : null, factors };
  const { data, error, isFetching, refetch } = useQuantities(spaceId, estimateId, asked);
  const wanted = data?.rows.filter(({ row_id }) => !off.has(row_id)) ?? [];
  const flip = (id: number): void => {
    const next = new Set(off);
    if (!next.delete(id)) next.add(id);
    setOff(next);
  };
  const during = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    // What a call refuses has been said by it.
    await act()
      .then(onChanged)
      .catch(() => {});
    setBusy(false);
    await refetch();
  };
  const take = (): Promise<void> =>
    during(async () => {
      if (!asked || !data) return;
      const ids = wanted.map(({ row_id }) => row_id);
      const of = new Set(ids);
      const own = Object.fromEntries(Object.entries(factors).filter(([id]) => of.has(Number(id))));
      const { revision, rows } = await acts.take({ ...asked, ids, factors: own }, data.revision);
      setDone({ revision, rows: rows.length });
    });
  const undo = (): Promise<void> =>
    during(async () => {
      if (done) await acts.takeBack(done.revision);
      setDone(null);
    });
  if (links?.length === 0) return <p>{t('estimate_quantity.no_links')}</p>;
  return (
    <div className={classes.dialog}>
      <div className={classes.asked}>
        <Select
          size="xs"
          label={t('estimate_quantity.version')}
          allowDeselect={false}
          data={versions.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={versionId === null ? null : String(versionId)}
          onChange={(id) => id && setVersion(Number(id))}
        />
        <Select
          size="xs"
          label={t('estimate_quantity.link')}
          allowDeselect={false}
          data={links?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          value={linkId === null ? null : String(linkId)}
          onChange={(id) => id && setLink(Number(id))}
        />
        <Select
          size="xs"
          label={t('estimate_quantity.rows')}
          allowDeselect={false}
          data={[
            { value: 'all', label: t('estimate_quantity.rows_all') },
            {
              value: 'chosen',
              label: t('estimate_quantity.rows_chosen', { number: formatCount(chosen.length) }),
              disabled: !chosen.length,
            },
          ]}
          value={scope}
          onChange={(value) => value && setScope(value)}
        />
      </div>
      {error ? (
        <p role="alert">{refusalText(error, t)}</p>
      ) : !data ? (
        <Loader size="sm" role="status" aria-label={t('estimate_quantity.counting')} />
      ) : (
        <>
          {data.rows.length === 0 ? (
            <p role="status">{t(data.same > 0 ? 'estimate_quantity.all_same' : 'estimate_quantity.none')}</p>
          ) : (
            <div
              className={classes.table}
              data-busy={isFetching || undefined}
              tabIndex={0}
              role="region"
              aria-label={t('estimate_quantity.title')}
            >
              <Found
                found={data}
                off={off}
                sourceOf={sourceOf}
                onFlip={flip}
                onFactor={(id, factor) => setFactors({ ...factors, [id]: factor })}
              />
            </div>
          )}
          <LeftOut found={data} />
          <div className={classes.foot}>
            <span className={classes.total}>
              {data.rows.length > 0 &&
                t('estimate_quantity.total', { before: money(data.total.before), after: money(data.total.after), currency: data.currency })}
            </span>
            {done && (
              <>
                <span role="status">{t('estimate_quantity.done', { number: formatCount(done.rows) })}</span>
                <Button size="xs" variant="default" disabled={busy} onClick={() => void undo()}>
                  {t('estimate.undo')}
                </Button>
              </>
            )}
            <Button size="xs" disabled={wanted.length === 0 || busy || isFetching} onClick={() => void take()}>
              {t('estimate_quantity.take', { number: formatCount(wanted.length) })}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

type FoundProps = Pick<Props, 'sourceOf'> & {
  found: QuantitiesFound;
  off: ReadonlySet<number>;
  onFlip(id: number): void;
  onFactor(id: number, factor: string): void;
};

function Found({ found, off, sourceOf, onFlip, onFactor }: FoundProps) {
  const { t } = useTranslation();
  const heads = ['', 'row', 'before', 'after', 'factor', 'amount_before', 'amount_after', 'source'];
  return (
    <>
      <RecordTable
        label={t('estimate_quantity.title')}
        numbers={[2, 3, 5, 6]}
        heads={heads.map((head) => (head ? t(`estimate_quantity.head_${head}`, { currency: found.currency }) : ''))}
      >
        {found.rows.slice(0, LISTED).map((row) => (
          <tr key={row.row_id}>
            <td data-tight>
              <Checkbox
                size="xs"
                aria-label={t('estimate_quantity.take_of', { name: row.name })}
                checked={!off.has(row.row_id)}
                onChange={() => onFlip(row.row_id)}
              />
            </td>
            <td data-wrap className={classes.name}>
              <bdi>
                {row.number && <b>{row.number}</b>} {row.name}
              </bdi>
              {row.code && <small>{row.code}</small>}
            </td>
            <td className={classes.number} data-quiet>
              {quantity(row.before)}
            </td>
            <td className={classes.number}>
              {quantity(row.after)} {row.unit}
            </td>
            <td data-tight>
              <Factor key={row.factor} name={row.name} factor={row.factor} onFactor={(factor) => onFactor(row.row_id, factor)} />
            </td>
            <td className={classes.number} data-quiet>
              {money(row.amount.before)}
            </td>
            <td className={classes.number}>{money(row.amount.after)}</td>
            <td data-quiet>{sourceOf(row)}</td>
          </tr>
        ))}
      </RecordTable>
      {found.rows.length > LISTED && <p>{t('estimate_quantity.more', { number: formatCount(found.rows.length - LISTED) })}</p>}
    </>
  );
}

/** What the quantity of the elements is multiplied by; counted again when the field is left. */
function Factor({ name, factor, onFactor }: { name: string; factor: string; onFactor(factor: string): void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => quantity(factor));
  const plain = text.replaceAll(/\s/g, '').replace(',', '.');
  const right = FACTOR.test(plain) && Number(plain) > 0;
  const leave = (): void => {
    if (right && Number(plain) !== Number(factor)) onFactor(plain);
  };
  return (
    <TextInput
      size="xs"
      w={92}
      aria-label={t('estimate_quantity.factor_of', { name })}
      error={!right}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Enter' && leave()}
    />
  );
}

function LeftOut({ found: { left_out, same } }: { found: QuantitiesFound }) {
  const { t } = useTranslation();
  return (
    <>
      {same > 0 && <span>{t('estimate_quantity.same', { number: formatCount(same) })}</span>}
      {left_out.length > 0 && (
        <details>
          <summary>{t('estimate_quantity.left_out', { number: formatCount(left_out.length) })}</summary>
          <ul>
            {left_out.slice(0, LISTED).map(({ row_id, number, code, name, unit, why }) => (
              <li key={row_id}>
                <bdi>{[number, code, name].filter(Boolean).join(' ')}</bdi>: {t(`estimate_quantity.why_${why}`, { unit })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
