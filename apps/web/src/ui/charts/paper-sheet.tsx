import { matrixOf, type Sheet } from '@gantry/scene';
import { useId } from 'react';
import { PAPER_FAMILY } from './board-pdf.ts';
import { sceneElements } from './scene-elements.tsx';

/** A sheet of paper as it will be printed, as wide as its room; its texts are text. */
export function PaperSheet({ sheet, label, className }: { sheet: Sheet; label: string; className?: string | undefined }) {
  const id = useId();
  return (
    <svg className={className} viewBox={`0 0 ${sheet.width} ${sheet.height}`} fontFamily={PAPER_FAMILY} role="group" aria-label={label}>
      {sheet.parts.map((part, index) => (
        // Parts of a sheet stand in one order.
        // oxlint-disable-next-line react/no-array-index-key
        <g key={index} transform={`matrix(${matrixOf(part).join(' ')})`}>
          {sceneElements(part.scene, `${id}${index}-`)}
        </g>
      ))}
      {sheet.pictures?.map(({ address, x, y, width, height }, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <image key={`picture ${index}`} href={address} x={x} y={y} width={width} height={height} />
      ))}
    </svg>
  );
}
