import { EVERY_KIND, emptyTest, type OperatorMember } from './operator.ts';

export const notExists: OperatorMember = { takes: 'nothing', kinds: EVERY_KIND, test: emptyTest };
