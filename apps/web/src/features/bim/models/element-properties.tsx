import type { ModelElement } from '@gantry/contract';
import { Loader } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { useElement, useShared } from './models.queries.ts';
import classes from './models.module.css';
import { typeName } from './tree/models.tree.model.ts';

type Value = string | number | boolean | null;
type Props = { spaceId: number; projectId: number; elements: { model_id: number; ids: number[] }[] };

/** Properties of the element that is chosen, or what several have in common. */
export function ElementProperties({ spaceId, projectId, elements }: Props) {
  const { t } = useTranslation();
  const count = elements.reduce((sum, { ids }) => sum + ids.length, 0);
  if (count === 0) return <p className={classes.properties}>{t('model.nothing_chosen')}</p>;
  const [first] = elements;
  return count === 1 ? (
    <OneElement spaceId={spaceId} projectId={projectId} modelId={first.model_id} id={first.ids[0]} />
  ) : (
    <SeveralElements spaceId={spaceId} projectId={projectId} elements={elements} />
  );
}

function OneElement({ spaceId, projectId, modelId, id }: { spaceId: number; projectId: number; modelId: number; id: number }) {
  const { t } = useTranslation();
  const { data, error } = useElement(spaceId, projectId, { modelId, id });
  if (error) return <p className={classes.properties}>{refusalText(error, t)}</p>;
  if (!data) return <Loader size="sm" m="md" role="status" aria-label={t('model.loading')} />;
  return (
    <div className={classes.properties}>
      <h2>
        <bdi>{data.name || data.type || typeName(data.category)}</bdi>
      </h2>
      <Pairs pairs={builtIn(data, t)} />
      {data.sets.map(({ name, values }, index) => (
        <section key={index}>
          <h3>
            <bdi>{name}</bdi>
          </h3>
          <Pairs pairs={values.map((one) => [one.name, written(one.value, t)])} />
        </section>
      ))}
    </div>
  );
}

function builtIn(data: ModelElement & { path: string[] }, t: TFunction): [string, string][] {
  const measured = (value: number | null, unit: string): string =>
    value === null ? '' : `${formatNumber(value, { decimals: 3 })} ${t(`model.unit_${unit}`)}`;
  const pairs: [string, string][] = [
    [t('model.type'), [typeName(data.category), data.type].filter(Boolean).join(' · ')],
    [t('model.place'), data.path.join(' / ')],
    [t('model.layer'), data.layers.join(', ')],
    [t('model.material'), data.materials.join(', ')],
    [t('model.class'), data.classes.map(({ code, name }) => `${code} ${name}`.trim()).join(', ')],
    [t('model.volume'), measured(data.volume, 'volume') + (data.volume_source === 'geometry' ? ` (${t('model.by_geometry')})` : '')],
    [t('model.area'), measured(data.area, 'area')],
    [t('model.length'), measured(data.length, 'length')],
    [t('model.tag'), data.tag],
    ['GUID', data.guid],
  ];
  return pairs.filter(([, value]) => value !== '');
}

function SeveralElements({ spaceId, projectId, elements }: Props) {
  const { t } = useTranslation();
  const { data, error } = useShared(spaceId, projectId, elements);
  if (error) return <p className={classes.properties}>{refusalText(error, t)}</p>;
  if (!data) return <Loader size="sm" m="md" role="status" aria-label={t('model.loading')} />;
  const sums: [string, string][] = (['volume', 'area', 'length'] as const)
    .filter((name) => data[name] > 0)
    .map((name) => [t(`model.${name}`), `${formatNumber(data[name], { decimals: 3 })} ${t(`model.unit_${name}`)}`]);
  return (
    <div className={classes.properties}>
      <h2>{t('model.chosen', { count: data.elements })}</h2>
      <Pairs pairs={sums} />
      <Pairs
        pairs={data.attributes.map(({ set, name, value, differs }) => [
          `${set} · ${name}`,
          differs ? t('model.differs') : written(value, t),
        ])}
      />
    </div>
  );
}

const written = (value: Value, t: TFunction): string =>
  value === null
    ? '—'
    : typeof value === 'boolean'
      ? t(value ? 'model.yes' : 'model.no')
      : typeof value === 'number'
        ? formatNumber(value, { decimals: 3 })
        : value;

function Pairs({ pairs }: { pairs: readonly (readonly [string, string])[] }) {
  return (
    <dl className={classes.pairs}>
      {pairs
        .filter(([, value]) => value !== '')
        .map(([name, value], index) => (
          <div key={index} style={{ display: 'contents' }}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}
