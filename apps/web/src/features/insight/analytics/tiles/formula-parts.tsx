import type { Figure } from '@gantry/contract';
import { Loader, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPeriod } from '../../../../lib/dates.ts';
import { type AnalyticsPlace, SERIES, whyNoFigures, worksOf } from '../analytics.queries.ts';
import type { TileScene } from '../dashboards/analytics.dashboards.model.ts';
import { FigureView } from '../figure-view.tsx';
import shared from '../analytics.module.css';
import { openedThere } from './figure-dialog.tsx';
import { figureName, formulaText } from './analytics.formulas.model.ts';
import { type FormulaTile, useFormula } from './analytics.tiles.queries.ts';
import classes from './tiles.module.css';

/** `at`: the first day of the period whose figures are shown; null: those of all. */
type Props = TileScene & { tile: FormulaTile; opened: boolean; at?: string | null; onClose(): void };
type Step = { place: AnalyticsPlace; name: string };

/** What a formula is made of: the figures that it names, each opening its works, and the same of what stands below. */
export function FormulaParts({ opened, onClose, ...props }: Props) {
  const { t, i18n } = useTranslation();
  const { tile, at = null } = props;
  const name = [tile.title || tile.formula, at === null ? '' : formatPeriod(at, tile.period, i18n)].filter(Boolean).join(', ');
  return (
    <Modal opened={opened} onClose={onClose} size={560} title={t('analytics.behind', { name })}>
      <Parts {...props} onClose={onClose} />
    </Modal>
  );
}

/** The kinds of places that formulas are asked of. */
const placeKind = (kind: string) => (Object.keys(SERIES) as AnalyticsPlace['kind'][]).find((known) => known === kind);

function Parts({ place: top, tile, at = null, revision, version = null, onClose }: Omit<Props, 'opened'>) {
  const { t, i18n } = useTranslation();
  const [path, setPath] = useState<Step[]>([]);
  const [chosen, setChosen] = useState<{ name: string; figure: Figure } | null>(null);
  const place = path.at(-1)?.place ?? top;
  const { data, error } = useFormula(place, tile, at, revision);
  const go = (to: Step[]): void => {
    setPath(to);
    setChosen(null);
  };
  if (error) return <p className={classes.note}>{whyNoFigures(error, t)}</p>;
  if (!data) return <Loader size="xs" role="status" aria-label={t('analytics.loading')} />;
  const { figures, parts, value, type, fault } = data;
  const below = place.kind === 'version' || place.kind === 'schedule' ? [] : parts;
  return (
    <>
      {path.length > 0 && (
        <button type="button" className={classes.link} onClick={() => go(path.slice(0, -1))}>
          ← {path.map(({ name }) => name).join(' / ')}
        </button>
      )}
      <p className={classes.note} role="status">
        <bdi>{tile.formula}</bdi> = <bdi>{formulaText(type, value, tile, i18n)}</bdi>
        {fault && `. ${t(fault.code, fault.parameters)}`}
      </p>
      <ul className={shared.amounts} aria-label={t('dashboard.formula_parts')}>
        {figures.map(({ name, figure, ...of }) => {
          const called = figureName(name, i18n);
          // Figures of a formula are in their own units, not in that of its tile.
          const text = formulaText(of.type, of.value, { unit: '', decimals: Number.isInteger(of.value) ? 0 : 2 }, i18n);
          return (
            <li key={name}>
              {figure && place.kind !== 'space' && of.value !== null && of.value !== 0 ? (
                <button
                  type="button"
                  className={shared.open}
                  aria-expanded={chosen?.name === name}
                  onClick={() => setChosen(chosen?.name === name ? null : { name, figure })}
                >
                  {called}
                </button>
              ) : (
                <span>{called}</span>
              )}
              <span>{text}</span>
            </li>
          );
        })}
      </ul>
      {place.kind === 'space' && <p className={classes.note}>{t('dashboard.formula_of_space')}</p>}
      {chosen && (
        <FigureView
          key={chosen.name}
          place={place}
          figure={chosen.figure}
          version={openedThere(place, version, onClose)}
          called={figureName(chosen.name, i18n)}
          onClose={() => setChosen(null)}
        />
      )}
      {below.length > 0 && (
        <>
          <h4 className={classes.below}>{t('analytics.parts')}</h4>
          <ul className={shared.amounts} aria-label={t('analytics.parts')}>
            {below.map(({ id, name, kind: of, value: own }) => {
              const kind = placeKind(of);
              return (
                <li key={id}>
                  {kind ? (
                    <button
                      type="button"
                      className={shared.open}
                      onClick={() => go([...path, { place: { kind, id, ...worksOf(top) }, name }])}
                    >
                      <bdi>{name}</bdi>
                    </button>
                  ) : (
                    <bdi>{name}</bdi>
                  )}
                  <span>{formulaText(type, own, tile, i18n)}</span>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </>
  );
}
