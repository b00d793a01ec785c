import type { ShownBlock, ShownContent } from '@gantry/contract';
import { Loader } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../text/message-page.tsx';
import { refusalText } from '../text/refusal-text.ts';
import classes from './content-view.module.css';
import { SheetsView } from './sheets-view.tsx';

/** What a file holds: tables, or the text of a document; or why it cannot be shown. */
export function ContentView({ name, data, error }: { name: string; data: ShownContent | undefined; error: unknown }) {
  const { t } = useTranslation();
  if (error) return <MessagePage icon={IconFileOff} title={refusalText(error, t)} />;
  if (!data) return <Loader size="sm" m="auto" />;
  return (
    <div className={classes.content}>
      {data.sheets.length > 0 ? <SheetsView sheets={data.sheets} name={name} /> : <DocumentText name={name} blocks={data.blocks} />}
      {data.cut && <p className={classes.cut}>{t('storage.sheets_cut')}</p>}
    </div>
  );
}

/** The text of a document, without its fonts and pictures. */
function DocumentText({ name, blocks }: { name: string; blocks: readonly ShownBlock[] }) {
  const { t } = useTranslation();
  if (!blocks.length) return <p className={classes.empty}>{t('storage.document_empty')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.box} role="region" aria-label={name} tabIndex={0} data-autofocus>
      <article className={classes.document}>
        <p className={classes.note}>{t('storage.text_alone')}</p>
        {groupsOf(blocks).map((group, at) =>
          group.length > 1 || group[0].kind === 'item' ? (
            <ul key={at}>
              {group.map(
                (item, index) =>
                  item.kind !== 'table' && (
                    <li key={index} style={{ marginInlineStart: `${1.5 * item.level}em` }}>
                      {item.text}
                    </li>
                  ),
              )}
            </ul>
          ) : (
            <Block key={at} block={group[0]} />
          ),
        )}
      </article>
    </div>
  );
}

/** Items of a list that stand together are one list. */
function groupsOf(blocks: readonly ShownBlock[]): ShownBlock[][] {
  const groups: ShownBlock[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === 'item' && last?.[0].kind === 'item') last.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** The title of the dialog is the heading above all. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const;

function Block({ block }: { block: ShownBlock }) {
  if (block.kind === 'table')
    return (
      <table className={classes.plainTable}>
        <tbody>
          {block.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  if (block.kind !== 'heading') return <p>{block.text}</p>;
  const Heading = HEADINGS[Math.min(HEADINGS.length, Math.max(1, block.level)) - 1];
  return <Heading>{block.text}</Heading>;
}
