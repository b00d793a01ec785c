import type { BuiltInFormWord } from '@gantry/contract';
import { criticalPaths } from './critical-paths.ts';
import type { BuiltInForm } from './form.ts';
import { ks2 } from './ks2.ts';
import { ks3 } from './ks3.ts';
import { ks6a } from './ks6a.ts';
import { lookAhead } from './look-ahead.ts';
import { methodStatement } from './method-statement.ts';
import { milestones } from './milestones.ts';
import { monthByDays } from './month-by-days.ts';
import { paymentApplication } from './payment-application.ts';
import { procurement } from './procurement.ts';
import { resourceNeeds } from './resource-needs.ts';
import { sCurve } from './s-curve.ts';
import { variance } from './variance.ts';
import { weekly } from './weekly.ts';

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
