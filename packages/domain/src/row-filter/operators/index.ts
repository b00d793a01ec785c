import type { FilterOperator } from '../../enumerations.ts';
import { colors } from './colors.ts';
import { eq } from './eq.ts';
import { exists } from './exists.ts';
import { filterByList } from './filter-by-list.ts';
import { gt } from './gt.ts';
import { gte } from './gte.ts';
import { like } from './like.ts';
import { lt } from './lt.ts';
import { lte } from './lte.ts';
import { ne } from './ne.ts';
import { notExists } from './not-exists.ts';
import { notLike } from './not-like.ts';
import type { OperatorMember } from './operator.ts';
import { range } from './range.ts';

export const OPERATORS = {
  lt,
  lte,
  gt,
  gte,
  eq,
  ne,
  exists,
  not_exists: notExists,
  like,
  not_like: notLike,
  range,
  filter_by_list: filterByList,
  colors,
} satisfies Record<FilterOperator, OperatorMember>;
