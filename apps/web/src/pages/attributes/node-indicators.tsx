import type { IndicatorDefinition } from '@gantry/contract';
import { Button, Table } from '@mantine/core';
import { IconPlus, IconTrafficLights, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRight } from '../../features/access/users/users.queries.ts';
import { IndicatorBadge } from '../../features/catalog/indicators/indicator-badge.tsx';
import { IndicatorDialog } from '../../features/catalog/indicators/indicator-dialog.tsx';
import { type Indicator, useIndicatorCommands, useIndicators } from '../../features/catalog/indicators/indicators.queries.ts';
import { FormulaEditor } from '../../features/planning/attribute-calculate/formula-editor.tsx';
import { indexTree, pathTo } from '../../features/structure/eps/eps.model.ts';
import { treeQuery } from '../../features/structure/eps/eps.queries.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import classes from './attributes-page.module.css';

const BLANK: IndicatorDefinition = { name: '', rules: [{ condition: '', state: 'error', tint: 6, text: '' }] };

/** The indicators that a node has and inherits. */
export function NodeIndicators({ spaceId, nodeId, tabs }: { spaceId: number; nodeId: number | null; tabs: ReactNode }) {
  const { t } = useTranslation();
  const { data } = useIndicators(spaceId);
  const { data: tree } = useQuery(treeQuery(spaceId));
  const commands = useIndicatorCommands(spaceId);
  const mayEdit = useRight(spaceId)('structure.edit');
  const [open, setOpen] = useState<Indicator | 'new' | null>(null);
  const path = tree && nodeId !== null ? pathTo(indexTree(tree), nodeId).map(({ id }) => id) : [];
  const indicators = (data?.indicators ?? []).filter(({ node_id }) => node_id === null || path.includes(node_id));

  const remove = async (indicator: Indicator): Promise<void> => {
    const yes = await askConfirmation({
      title: t('indicators.delete_title', { name: indicator.name }),
      text: t('indicators.delete_text'),
      confirmLabel: t('ui.delete'),
    });
    if (yes) await commands.remove(indicator.id).catch(() => undefined);
  };
  return (
    <section className={classes.main}>
      <div className={classes.tools}>
        {tabs}
        {mayEdit && (
          <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => setOpen('new')}>
            {t('indicators.new')}
          </Button>
        )}
      </div>
      <div className={classes.body}>
        {indicators.length > 0 && (
          <Table verticalSpacing={6} horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('ui.name')}</Table.Th>
                <Table.Th>{t('indicators.rules')}</Table.Th>
                <Table.Th>{t('attributes.column_from')}</Table.Th>
                <Table.Th aria-label={t('ui.delete')} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {indicators.map((indicator) => {
                const own = mayEdit && indicator.node_id === nodeId;
                return (
                  <Table.Tr key={indicator.id}>
                    <Table.Td>
                      {own ? (
                        <Button size="compact-sm" variant="transparent" p={0} onClick={() => setOpen(indicator)}>
                          {indicator.name}
                        </Button>
                      ) : (
                        indicator.name
                      )}
                    </Table.Td>
                    <Table.Td>
                      {indicator.rules.map((rule, index) => (
                        <IndicatorBadge key={index} rule={rule} />
                      ))}
                    </Table.Td>
                    <Table.Td>{indicator.node_id === nodeId ? '' : (indicator.node_name ?? t('eps.whole_space'))}</Table.Td>
                    <Table.Td w={40}>
                      {own && (
                        <IconButton
                          icon={IconTrash}
                          size="sm"
                          variant="subtle"
                          label={t('ui.delete')}
                          onClick={() => void remove(indicator)}
                        />
                      )}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        )}
        {data && indicators.length === 0 && (
          <MessagePage icon={IconTrafficLights} title={t('indicators.none')}>
            <p>{t('indicators.none_hint')}</p>
          </MessagePage>
        )}
      </div>
      <IndicatorDialog
        opened={open !== null}
        title={open === 'new' ? t('indicators.new') : (open?.name ?? '')}
        initial={open === 'new' || open === null ? BLANK : { name: open.name, rules: open.rules }}
        renderCondition={(editor) => (
          <FormulaEditor
            {...editor}
            place={nodeId === null ? {} : { nodeId }}
            type="flag"
            name=""
            write={(value) => (value === null ? '' : t(value === true ? 'ui.yes' : 'ui.no'))}
          />
        )}
        onSubmit={(definition) =>
          open === 'new' || open === null ? commands.create(nodeId, definition) : commands.update(open.id, definition)
        }
        onClose={() => setOpen(null)}
      />
    </section>
  );
}
