/** Counts of one file: how many values there are and how many the engine hits. */
export type FileScore = {
  file: string;
  rules: 'p6' | 'msproject';
  failure: string | null;
  activities: number;
  exact: number;
  equivalent: number;
  links: number;
  linksRight: number;
  longest: number;
  longestRight: number;
  paths: number;
  pathsRight: number;
};

/** An empty score. */
export function emptyScore(file: string, rules: FileScore['rules']): FileScore {
  return {
    file,
    rules,
    failure: null,
    activities: 0,
    exact: 0,
    equivalent: 0,
    links: 0,
    linksRight: 0,
    longest: 0,
    longestRight: 0,
    paths: 0,
    pathsRight: 0,
  };
}
