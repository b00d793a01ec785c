import type { ComponentProps } from 'react';
import { useModelLinks } from '../../features/bim/model-links/model-links.queries.ts';
import { MeasuredBadge } from '../../features/bim/model-volumes/measured-badge.tsx';
import { QuantitiesDialog } from '../../features/costing/estimate-quantities/quantities-dialog.tsx';

type Props = Omit<ComponentProps<typeof QuantitiesDialog>, 'links' | 'sourceOf'> & { projectId: number };

const sourceOf: ComponentProps<typeof QuantitiesDialog>['sourceOf'] = (row) => <MeasuredBadge {...row} />;

/** Quantities of an estimate from the models of its project; their links are asked for when they are shown. */
export function EstimateQuantities({ projectId, ...props }: Props) {
  const links = useModelLinks(props.spaceId, projectId, props.place !== undefined);
  return <QuantitiesDialog {...props} links={links.data?.links} sourceOf={sourceOf} />;
}
