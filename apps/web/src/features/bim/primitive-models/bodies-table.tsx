import { PRIMITIVE_CATEGORIES } from '@gantry/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Body, SHAPE_KINDS, shapeOf, type Storey, writtenSize } from './primitive-models.model.ts';
import classes from './primitives.module.css';

type Props = {
  storeys: readonly Storey[];
  items: readonly Body[];
  sizeOf: (body: Body) => string;
  onSize: (key: string, text: string) => void;
  onChange: (index: number, more: Partial<Body>) => void;
  renderActs: (index: number) => ReactNode;
};

const NUMBERS = ['x', 'y', 'z', 'height', 'rotation'] as const;

/** Bodies of a model, one a row. Plain fields: a model may have thousands of them. */
export function BodiesTable({ storeys, items, sizeOf, onSize, onChange, renderActs }: Props) {
  const { t } = useTranslation();
  const heads = { x: 'X', y: 'Y', z: 'Z', height: t('primitive_model.height'), rotation: t('primitive_model.turn') };
  const label = (body: Body, what: string): string => t('ui.named', { name: body.name || body.key, text: what });
  return (
    <div className={classes.scroller}>
      <table className={classes.table}>
        <thead>
          <tr>
            {['name', 'category', 'storey', 'code', 'layer', 'kind', 'size'].map((name) => (
              <th key={name} scope="col">
                {t(`primitive_model.${name}`)}
              </th>
            ))}
            {NUMBERS.map((name) => (
              <th key={name} scope="col">
                {heads[name]}
              </th>
            ))}
            <th aria-label={t('primitive_model.copy')} />
          </tr>
        </thead>
        <tbody>
          {items.map((body, index) => (
            <tr key={body.key}>
              <td>
                <input
                  value={body.name}
                  maxLength={200}
                  aria-label={label(body, t('primitive_model.name'))}
                  onChange={(event) => onChange(index, { name: event.currentTarget.value })}
                />
              </td>
              <td>
                <select
                  value={body.category}
                  aria-label={label(body, t('primitive_model.category'))}
                  onChange={(event) => {
                    const category = PRIMITIVE_CATEGORIES.find((one) => one === event.currentTarget.value);
                    if (category) onChange(index, { category });
                  }}
                >
                  {PRIMITIVE_CATEGORIES.map((value) => (
                    <option key={value} value={value}>
                      {t(`primitive_model.${value}`)}
                    </option>
                  ))}
                </select>
              </td>
              <td>
                <select
                  value={body.storey}
                  aria-label={label(body, t('primitive_model.storey'))}
                  onChange={(event) => onChange(index, { storey: Number(event.currentTarget.value) })}
                >
                  {storeys.map(({ name }, at) => (
                    <option key={at} value={at}>
                      {name}
                    </option>
                  ))}
                </select>
              </td>
              {(['code', 'layer'] as const).map((name) => (
                <td key={name}>
                  <input
                    value={body[name]}
                    maxLength={200}
                    aria-label={label(body, t(`primitive_model.${name}`))}
                    onChange={(event) => onChange(index, { [name]: event.currentTarget.value })}
                  />
                </td>
              ))}
              <td>
                <select
                  value={body.shape.kind}
                  aria-label={label(body, t('primitive_model.kind'))}
                  onChange={(event) => {
                    const kind = SHAPE_KINDS.find((one) => one === event.currentTarget.value);
                    if (!kind) return;
                    const shape = shapeOf(kind);
                    onChange(index, { shape });
                    onSize(body.key, writtenSize(shape));
                  }}
                >
                  {SHAPE_KINDS.map((value) => (
                    <option key={value} value={value}>
                      {t(`primitive_model.kind_${value}`)}
                    </option>
                  ))}
                </select>
              </td>
              <td>
                <input
                  value={sizeOf(body)}
                  aria-label={label(body, t('primitive_model.size'))}
                  onChange={(event) => onSize(body.key, event.currentTarget.value)}
                />
              </td>
              {NUMBERS.map((name) => (
                <td key={name}>
                  <input
                    type="number"
                    step="any"
                    value={body[name]}
                    aria-label={label(body, heads[name])}
                    onChange={(event) => {
                      const value = event.currentTarget.valueAsNumber;
                      if (Number.isFinite(value)) onChange(index, { [name]: value });
                    }}
                  />
                </td>
              ))}
              <td className={classes.acts}>{renderActs(index)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
