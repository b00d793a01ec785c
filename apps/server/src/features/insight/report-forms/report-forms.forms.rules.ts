import type { BuiltInFormWord } from '@gantry/contract';
import { criticalPaths } from './forms/report-forms.critical-paths.rules.ts';
import type { BuiltInForm } from './report-forms.form.rules.ts';
import { ks2 } from './forms/report-forms.ks2.rules.ts';
import { ks3 } from './forms/report-forms.ks3.rules.ts';
import { ks6a } from './forms/report-forms.ks6a.rules.ts';
import { lookAhead } from './forms/report-forms.look-ahead.rules.ts';
import { methodStatement } from './forms/report-forms.method-statement.rules.ts';
import { milestones } from './forms/report-forms.milestones.rules.ts';
import { monthByDays } from './forms/report-forms.month-by-days.rules.ts';
import { paymentApplication } from './forms/report-forms.payment-application.rules.ts';
import { procurement } from './forms/report-forms.procurement.rules.ts';
import { resourceNeeds } from './forms/report-forms.resource-needs.rules.ts';
import { sCurve } from './forms/report-forms.s-curve.rules.ts';
import { variance } from './forms/report-forms.variance.rules.ts';
import { weekly } from './forms/report-forms.weekly.rules.ts';

/** The forms that every space has, by their words. */
export const FORMS: Record<BuiltInFormWord, BuiltInForm> = {
  ks2,
  ks3,
  ks6a,
  month_by_days: monthByDays,
  method_statement: methodStatement,
  resource_needs: resourceNeeds,
  look_ahead: lookAhead,
  critical_paths: criticalPaths,
  milestones,
  variance,
  procurement,
  s_curve: sCurve,
  weekly,
  payment_application: paymentApplication,
};
