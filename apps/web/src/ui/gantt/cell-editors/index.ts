import type { CellEditor } from '@gantry/scene';
import type { CellEditorKind } from './cell-editor.ts';
import { date } from './date.ts';
import { duration } from './duration.ts';
import { flag } from './flag.ts';
import { number } from './number.ts';
import { percentage } from './percentage.ts';
import { select } from './select.ts';
import { text } from './text.ts';

/** Every way to edit a cell. */
export const CELL_EDITOR_KINDS = { text, number, duration, date, percentage, select, flag } satisfies Record<CellEditor, CellEditorKind>;
