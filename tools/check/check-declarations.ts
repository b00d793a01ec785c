/** The place where a right must hold is one that the call names, and no id of a node or a version in a path is forgotten. */

import { type Endpoint, isSpaceRight, type Place, placesOf } from '@gantry/contract';

/** Ids that a path spells by what they are: a call that names one needs its right there too. */
const NAMED: Readonly<Record<string, 'node' | 'version'>> = {
  scheduleId: 'node',
  projectId: 'node',
  epsId: 'node',
  targetEpsId: 'node',
  versionId: 'version',
};
/** Paths that spell it `{id}`. */
const OWN = /^\/api\/v1\/(?:(eps|facilities|projects|schedules|schedule-group)|(versions)|(space))\/\{id\}/;

/** Calls whose places are not among what their path and body name, or that leave out one which their path names. */
export function checkDeclarations(list: readonly { feature: string; name: string; endpoint: Endpoint }[]): string[] {
  return list.flatMap(({ feature, name, endpoint }) => {
    if (!isSpaceRight(endpoint.right)) return [];
    const call = `${feature}.${name} (${endpoint.method} ${endpoint.path})`;
    const places = placesOf(endpoint);
    const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param);
    const [, node, version, space] = OWN.exec(endpoint.path) ?? [];
    const own = node ? 'node' : version ? 'version' : space ? 'space' : undefined;
    // A call that reads only what its caller may see names its space and holds anywhere in it.
    const isAt = (place: Place, kind: Place['kind']): boolean =>
      place.kind === kind || (kind === 'space' && place.kind === 'anywhere' && !endpoint.changesData);
    const isAsked = (param: string, kind: Place['kind']): boolean =>
      places.some((place) => isAt(place, kind) && 'param' in place && place.param === param);
    return [
      ...places
        .filter((place) => 'param' in place && place.param !== undefined && !named.includes(place.param))
        .map((place) => `${call}: its place is the parameter ${'param' in place ? place.param : ''}, which its path has not`),
      ...named
        .map((param) => [param, param === 'id' ? own : NAMED[param]] as const)
        .flatMap(([param, kind]) => (kind && !isAsked(param, kind) ? [`${call}: its right is not asked at the ${kind} {${param}}`] : [])),
    ];
  });
}
