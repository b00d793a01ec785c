import { NO_PROPOSAL } from './secret-rows.ts';

/** Answers that say nothing because there is nothing: not of the version, or out of sight. */
export const NOTHING: Record<string, number[]> = {
  // Another version has taken the name, and the settings are of one version.
  'print.createFormat': [409],
  'print.updateSettings': [404],
  ...NO_PROPOSAL,
  // Places out of sight are none.
  'cyclogram.read': [404],
  // The schedule has no rules of replacement.
  'replacements.preview': [404],
  // Estimates are not there for who may not see them.
  'costLinks.list': [404],
  'costLinks.lost': [404],
  'costLinks.suggest': [404],
  // An estimate of a file that is no workbook has none to be filled; its other forms are asked for too.
  'estimates.export': [422],
  // The project has no model.
  'models.attributesByIds': [409],
  'scoreboard.update': [404],
  // Forms of acts are for who reads estimates.
  'reportForms.master': [403],
  'scoreboard.remove': [404],
  // Dates of a file that a version did not come from.
  'parity.read': [409],
  'parity.csv': [409],
  'indicatorValues.values': [404],
  'wbs.list': [404, 422],
  'attributeCalculate.validate': [404],
};
