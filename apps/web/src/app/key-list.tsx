import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './key-list.module.css';

/** What a key does, in words that the page uses elsewhere where it has some. */
const KEYS: readonly (readonly [keys: string, textKey: string])[] = [
  ['F1  ?', 'keys.help'],
  ['Ctrl+K', 'palette.open'],
  ['F9', 'timetable.calculate'],
  ['Ctrl+F', 'find.title'],
  ['Ctrl+P', 'print.open'],
  ['Ctrl+Z', 'edits.undo'],
  ['Ctrl+Y', 'edits.redo'],
  ['F2  Enter', 'keys.edit'],
  ['Insert', 'wbs.add_after'],
  ['Shift+Insert', 'wbs.add_before'],
  ['Alt+Insert', 'wbs.add_inside'],
  ['Delete', 'ui.delete'],
  ['Alt+Shift+→', 'wbs.indent'],
  ['Alt+Shift+←', 'wbs.outdent'],
  ['Alt+Shift+↑', 'wbs.move_up'],
  ['Alt+Shift+↓', 'wbs.move_down'],
  ['Ctrl+X', 'wbs.cut_rows'],
  ['Ctrl+C', 'wbs.copy_rows'],
  ['Ctrl+V', 'wbs.paste_rows'],
  ['Ctrl+D', 'keys.fill'],
  ['Ctrl+F2', 'keys.link'],
  ['Ctrl+Enter', 'wbs.go_to_bar'],
  ['Ctrl+Shift+← →', 'keys.nudge'],
  ['+  −  *', 'keys.fold'],
  ['Alt+↑ ↓', 'keys.zoom'],
  ['Alt+0', 'schedule.fit'],
  ['Ctrl+Alt+← →', 'keys.column_width'],
  ['Ctrl+Alt+S', 'keys.sort'],
  ['Shift+F10', 'keys.menu'],
];

/** The keys of the page and what they do. */
export function KeyList() {
  const { t } = useTranslation();
  return (
    <section>
      <h3 className={classes.title}>{t('keys.title')}</h3>
      <dl className={classes.keys}>
        {KEYS.map(([keys, text]) => (
          <div key={keys}>
            <dt>
              {keys.split('  ').map((one) => (
                <Kbd key={one} size="xs">
                  {one}
                </Kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
