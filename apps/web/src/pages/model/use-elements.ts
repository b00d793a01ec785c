import { useCallback, useMemo, useState } from 'react';
import type { Breakdown } from '../../features/bim/models/models.queries.ts';
import { type Elements, joined, type Styles, stylesOf, toggled } from '../../features/bim/models/viewer/models.styles.model.ts';

const NONE: Elements = new Map();

/** The colour of what is chosen, in light and in dark. */
const ACCENT = '#ff9f1a';

/** Which elements are chosen, hidden or shown alone, and how that makes each model look. */
export function useElements(
  trees: ReadonlyMap<number, Breakdown>,
  dated: ReadonlyMap<number, Styles> | null,
  /** How they look on another day beside; null: there is none. */
  second: ReadonlyMap<number, Styles> | null,
) {
  const [selected, setSelected] = useState<Elements>(NONE);
  const [hidden, setHidden] = useState<Elements>(NONE);
  const [only, setOnly] = useState<Elements | null>(null);

  const stylesBy = useCallback(
    (of: ReadonlyMap<number, Styles> | null) => {
      const all = new Map<number, Styles>();
      for (const [model, { elements }] of trees)
        all.set(
          model,
          stylesOf(elements.entity, {
            dated: of?.get(model) ?? null,
            hidden: hidden.get(model),
            only: only && (only.get(model) ?? new Set()),
            selected: selected.get(model),
            accent: ACCENT,
          }),
        );
      return all;
    },
    [trees, hidden, only, selected],
  );
  const styles = useMemo(() => stylesBy(dated), [stylesBy, dated]);
  const secondStyles = useMemo(() => (second ? stylesBy(second) : null), [stylesBy, second]);

  const chosen = useMemo(
    () =>
      [...selected].flatMap(([model_id, entities]) => {
        const elements = trees.get(model_id)?.elements;
        const ids = elements ? elements.entity.flatMap((entity, index) => (entities.has(entity) ? [elements.id[index]] : [])) : [];
        return ids.length ? [{ model_id, ids }] : [];
      }),
    [selected, trees],
  );

  return {
    selected,
    hidden,
    only,
    styles,
    secondStyles,
    chosen,
    setSelected,
    select(model: number, entities: readonly number[], more: boolean): void {
      setSelected((now) => (more ? toggled(now, model, entities) : new Map([[model, new Set(entities)]])));
    },
    clear: () => setSelected(NONE),
    hide(model: number, entities: readonly number[], hide: boolean): void {
      setHidden((now) => {
        const set = new Set(now.get(model));
        for (const entity of entities)
          if (hide) set.add(entity);
          else set.delete(entity);
        return new Map(now).set(model, set);
      });
    },
    hideSelected(): void {
      setHidden((now) => joined(now, selected));
      setSelected(NONE);
    },
    isolate: () => setOnly(selected.size ? selected : null),
    showThese(nowHidden: Elements, alone: Elements | null): void {
      setHidden(nowHidden);
      setOnly(alone);
    },
    showAll(): void {
      setHidden(NONE);
      setOnly(null);
    },
  };
}
