import { Anchor, Button, Table } from '@mantine/core';
import { IconCalculator, IconTrafficLights } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IndicatorBadge } from '../../features/catalog/indicators/indicator-badge.tsx';
import { calculateIndicators, useVersionIndicators } from '../../features/planning/indicator-values/indicator-values.queries.ts';
import { useVersion } from '../../features/planning/versions/versions.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { formatInstant } from '../../lib/dates.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import classes from './attributes-page.module.css';

/** Indicator counts of a version by rule, with links to the rows. */
export function VersionIndicatorsPane({ spaceId, versionId, tabs }: { spaceId: number; versionId: number; tabs: ReactNode }) {
  const { t } = useTranslation();
  const { data } = useVersionIndicators(versionId);
  const mayCalculate = useRightAt(spaceId, useVersion(versionId).data?.schedule_id)('plan.calculate');
  return (
    <section className={classes.main}>
      <div className={classes.tools}>
        {tabs}
        {mayCalculate && (
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={!data?.indicators.length}
            leftSection={<IconCalculator size={16} stroke={1.5} />}
            onClick={() => void calculateIndicators(versionId).catch(() => undefined)}
          >
            {t('indicators.calculate')}
          </Button>
        )}
      </div>
      <div className={classes.body}>
        {data && data.indicators.length > 0 && (
          <Table verticalSpacing={6} horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('ui.name')}</Table.Th>
                <Table.Th>{t('indicators.rules')}</Table.Th>
                <Table.Th>{t('indicators.counted')}</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.indicators.map(({ id, name, rules, counted }) => (
                <Table.Tr key={id}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>
                    {rules.map((rule, index) => (
                      <IndicatorBadge key={index} rule={rule} count={counted?.rules[index]} />
                    ))}
                  </Table.Td>
                  <Table.Td>
                    {counted
                      ? `${formatInstant(counted.calculated_at)}${counted.revision === data.revision ? '' : ` · ${t('indicators.older')}`}`
                      : t('indicators.never')}
                  </Table.Td>
                  <Table.Td>
                    <Anchor
                      size="sm"
                      renderRoot={(props) => (
                        <Link
                          {...props}
                          to="/$spaceId/schedule/$id"
                          params={{ spaceId: String(spaceId), id: String(versionId) }}
                          search={{ filter_indicator: String(id) }}
                        />
                      )}
                    >
                      {t('indicators.show_rows')}
                    </Anchor>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {data && data.indicators.length === 0 && (
          <MessagePage icon={IconTrafficLights} title={t('indicators.none')}>
            <p>{t('indicators.none_hint')}</p>
          </MessagePage>
        )}
      </div>
    </section>
  );
}
