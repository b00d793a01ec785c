/** Each call says where its right must hold: its path does, or it declares a `place`. */

import { declaredPlace, type Endpoint, isSpaceRight } from '@gantry/contract';

/** Calls that name a thing of which nothing says whether it belongs to a node, a version or the space. */
export function checkDeclarations(list: readonly { feature: string; name: string; endpoint: Endpoint }[]): string[] {
  return list.flatMap(({ feature, name, endpoint }) => {
    const place = declaredPlace(endpoint);
    if (!isSpaceRight(endpoint.right)) return [];
    const call = `${feature}.${name} (${endpoint.method} ${endpoint.path})`;
    if (!place) return [`${call}: declare its \`place\` beside its right, or its family in packages/contract/src/endpoint.ts`];
    if ('param' in place && !endpoint.path.includes(`{${place.param}}`))
      return [`${call}: its place is the parameter ${place.param}, which its path has not`];
    return [];
  });
}
