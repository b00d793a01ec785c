import type { DayRun } from './days.ts';

/**
 * What the field of a reference does when its target is removed: of an `owner` the row lives and dies with it (of a tree, the rows below go
 * first), a target that a row `keeps` may not go, a `loose` one may: readers treat a missing target as no target.
 */
export type Ownership = 'owner' | 'keeps' | 'loose';

/**
 * Kinds of fields: id and ref are row ids; minute travels as `2025-03-03T09:00`; minutes of duration are int; json is opaque to
 * storage; days are values day by day, packed in the database, left out of the stream of a version, in a change those that differ alone.
 */
export type FieldKind = 'id' | 'ref' | 'int' | 'float' | 'text' | 'flag' | 'minute' | 'json' | 'word' | 'days';

/** The id of a row inside a json field: the way to it, and whose row it is. */
export type InnerReference = { path: readonly string[]; target: string };

/** How a table of version content describes a field. */
export type Spec<Kind extends FieldKind, Value, Optional extends boolean> = {
  kind: Kind;
  optional: Optional;
  values: readonly string[] | null;
  target: string | null;
  ownership: Ownership | null;
  inner: readonly InnerReference[];
  /**
   * `key`: what identifies a row where ids cannot; `label`: what people call it by; `only`: the id of a version's only row; `derived`:
   * follows from another field, so that nobody opposes it.
   */
  mark: 'key' | 'label' | 'only' | 'derived' | null;
  /** Only for the compiler. */
  readonly type?: Value;
};
type KindToType = { id: number; ref: number; int: number; float: number; text: string; flag: boolean; minute: string; days: DayRun };
type Plain = keyof KindToType;
const spec = <Kind extends FieldKind, Value, Optional extends boolean>(
  kind: Kind,
  isOptional: Optional,
  more: Partial<Spec<Kind, Value, Optional>> = {},
): Spec<Kind, Value, Optional> => ({
  kind,
  optional: isOptional,
  values: null,
  target: null,
  ownership: null,
  inner: [],
  mark: null,
  ...more,
});
/** A field that always has a value. */
export const field = <K extends Plain>(kind: K) => spec<K, KindToType[K], false>(kind, false);
/** A field that may have none. */
export const optional = <K extends Plain>(kind: K) => spec<K, KindToType[K], true>(kind, true);
/** One of some words. */
export const word = <const V extends readonly string[]>(values: V) => spec<'word', V[number], false>('word', false, { values });
/** One of some words, or none. */
export const optionalWord = <const V extends readonly string[]>(values: V) => spec<'word', V[number], true>('word', true, { values });
/** A value in JSON, with the ids of rows inside it. */
export const json = <Value>(inner: readonly InnerReference[] = []) => spec<'json', Value, false>('json', false, { inner });
/** A value in JSON, or none. */
export const optionalJson = <Value>() => spec<'json', Value, true>('json', true);
/** The id of a row of a table. */
export const ref = (target: string, ownership: Ownership) => spec<'ref', number, false>('ref', false, { target, ownership });
/** The id of a row of a table, or none. */
export const optionalRef = (target: string, ownership: Ownership) => spec<'ref', number, true>('ref', true, { target, ownership });
/** The id of a row that is its owner's. */
export const idOf = (target: string) => spec<'id', number, false>('id', false, { target, ownership: 'owner' });
/** The id of the one row of a version. */
export const onlyId = () => spec<'id', number, false>('id', false, { mark: 'only' });
/** A field that identifies its row where ids cannot. */
export const key = <S extends Spec<FieldKind, unknown, boolean>>(of: S): S => ({ ...of, mark: 'key' });
/** A field that follows from another one. */
export const derived = <S extends Spec<FieldKind, unknown, boolean>>(of: S): S => ({ ...of, mark: 'derived' });
/** A field that people call its row by. */
export const label = <S extends Spec<FieldKind, unknown, boolean>>(of: S): S => ({ ...of, mark: 'label' });
