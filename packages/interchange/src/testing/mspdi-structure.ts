/**
 * The structure of Microsoft Project's XML by its documentation: children in order with types, `!` required, `*` repeatable. Transcribed
 * from the pages "Project Data Interchange Elements" for Project 2007, because the licence of the schema forbids distribution. Elements of
 * later versions are in `LATER`: their position is not documented.
 */
const STRUCTURE: Record<string, string> = {
  Project: `SaveVersion:integer UID:string Name:string Title:string Subject:string Category:string Company:string Manager:string
    Author:string CreationDate:dateTime Revision:integer LastSaved:dateTime ScheduleFromStart:boolean StartDate:dateTime FinishDate:dateTime
    FYStartDate:integer CriticalSlackLimit:integer CurrencyDigits:integer CurrencySymbol:string CurrencyCode:string
    CurrencySymbolPosition:integer CalendarUID:integer DefaultStartTime:time DefaultFinishTime:time MinutesPerDay:integer
    MinutesPerWeek:integer DaysPerMonth:integer DefaultTaskType:integer DefaultFixedCostAccrual:integer DefaultStandardRate:number
    DefaultOvertimeRate:number DurationFormat:integer WorkFormat:integer EditableActualCosts:boolean HonorConstraints:boolean
    EarnedValueMethod:integer InsertedProjectsLikeSummary:boolean MultipleCriticalPaths:boolean NewTasksEffortDriven:boolean
    NewTasksEstimated:boolean SplitsInProgressTasks:boolean SpreadActualCost:boolean SpreadPercentComplete:boolean
    TaskUpdatesResource:boolean FiscalYearStart:boolean WeekStartDay:integer MoveCompletedEndsBack:boolean MoveRemainingStartsBack:boolean
    MoveRemainingStartsForward:boolean MoveCompletedEndsForward:boolean BaselineForEarnedValue:integer AutoAddNewResourcesAndTasks:boolean
    StatusDate:dateTime CurrentDate:dateTime MicrosoftProjectServerURL:boolean Autolink:boolean NewTaskStartDate:integer
    DefaultTaskEVMethod:integer ProjectExternallyEdited:boolean ExtendedCreationDate:dateTime ActualsInSync:boolean
    RemoveFileProperties:boolean AdminProject:boolean OutlineCodes WBSMasks ExtendedAttributes Calendars Tasks Resources Assignments`,
  Calendars: 'Calendar*',
  Calendar: 'UID:integer! Name:string IsBaseCalendar:boolean BaseCalendarUID:integer WeekDays Exceptions WorkWeeks',
  WeekDays: 'WeekDay*',
  WeekDay: 'DayType:integer! DayWorking:boolean TimePeriod WorkingTimes',
  TimePeriod: 'FromDate:dateTime ToDate:dateTime',
  WorkingTimes: 'WorkingTime*',
  WorkingTime: 'FromTime:time ToTime:time',
  Exceptions: 'Exception*',
  Exception: `EnteredByOccurrences:boolean TimePeriod Occurrences:integer Name:string Type:integer Period:integer DaysOfWeek:integer
    MonthItem:integer MonthPosition:integer Month:integer MonthDay:integer DayWorking:boolean WorkingTimes`,
  ExtendedAttributes: 'ExtendedAttribute*',
  'ExtendedAttributes/ExtendedAttribute': `FieldID:string FieldName:string CFType:integer Guid:string ElemType:integer MaxMultiValues:integer
    UserDef:boolean Alias:string SecondaryPID:string AutoRollDown:boolean DefaultGuid:string Ltuid:string PhoneticAlias:string
    RollupType:integer CalculationType:integer Formula:string RestrictValues:boolean ValuelistSortOrder:integer AppendNewValues:boolean
    Default:string ValueList`,
  Tasks: 'Task*',
  Task: `UID:integer! ID:integer Name:string Type:integer IsNull:boolean CreateDate:dateTime Contact:string WBS:string WBSLevel:string
    OutlineNumber:string OutlineLevel:integer Priority:integer Start:dateTime Finish:dateTime Duration:duration DurationFormat:integer
    Work:duration Stop:dateTime Resume:dateTime ResumeValid:boolean EffortDriven:boolean Recurring:boolean OverAllocated:boolean
    Estimated:boolean Milestone:boolean Summary:boolean Critical:boolean IsSubproject:boolean IsSubprojectReadOnly:boolean
    SubprojectName:string ExternalTask:boolean ExternalTaskProject:string EarlyStart:dateTime EarlyFinish:dateTime LateStart:dateTime
    LateFinish:dateTime StartVariance:integer FinishVariance:integer WorkVariance:number FreeSlack:integer TotalSlack:integer
    FixedCost:number FixedCostAccrual:string PercentComplete:integer PercentWorkComplete:integer Cost:number OvertimeCost:number
    OvertimeWork:duration ActualStart:dateTime ActualFinish:dateTime ActualDuration:duration ActualCost:number ActualOvertimeCost:number
    ActualWork:duration ActualOvertimeWork:duration RegularWork:duration RemainingDuration:duration RemainingCost:number
    RemainingWork:duration RemainingOvertimeCost:number RemainingOvertimeWork:duration ACWP:number CV:number ConstraintType:integer
    CalendarUID:integer ConstraintDate:dateTime Deadline:dateTime LevelAssignments:boolean LevelingCanSplit:boolean LevelingDelay:integer
    LevelingDelayFormat:integer PreLeveledStart:dateTime PreLeveledFinish:dateTime Hyperlink:string HyperlinkAddress:string
    HyperlinkSubAddress:string IgnoreResourceCalendar:boolean Notes:string HideBar:boolean Rollup:boolean BCWS:number BCWP:number
    PhysicalPercentComplete:integer EarnedValueMethod:integer PredecessorLink* ActualWorkProtected:duration
    ActualOvertimeWorkProtected:duration ExtendedAttribute* Baseline* OutlineCode* IsPublished:boolean StatusManager:string
    CommitmentStart:dateTime CommitmentFinish:dateTime CommitmentType:integer TimephasedData*`,
  PredecessorLink: 'PredecessorUID:integer Type:integer CrossProject:boolean CrossProjectName:string LinkLag:integer LagFormat:integer',
  ExtendedAttribute: 'UID:integer FieldID:string Value:string ValueID:integer ValueGUID:string DurationFormat:integer',
  OutlineCode: 'UID:integer FieldID:string ValueID:integer ValueGUID:string',
  Baseline: `TimephasedData* Number:integer Interim:boolean Start:dateTime Finish:dateTime Duration:duration DurationFormat:integer
    EstimatedDuration:boolean Work:duration Cost:number BCWS:number BCWP:number FixedCost:number`,
  Resources: 'Resource*',
  Resource: `UID:integer! ID:integer Name:string Type:integer IsNull:boolean Initials:string Phonetics:string NTAccount:string
    MaterialLabel:string Code:string Group:string WorkGroup:integer EmailAddress:string Hyperlink:string HyperlinkAddress:string
    HyperlinkSubAddress:string MaxUnits:number PeakUnits:number OverAllocated:boolean AvailableFrom:dateTime AvailableTo:dateTime
    Start:dateTime Finish:dateTime CanLevel:boolean AccrueAt:integer Work:duration RegularWork:duration OvertimeWork:duration
    ActualWork:duration RemainingWork:duration ActualOvertimeWork:duration RemainingOvertimeWork:duration PercentWorkComplete:integer
    StandardRate:number StandardRateFormat:integer Cost:number OvertimeRate:number OvertimeRateFormat:integer OvertimeCost:number
    CostPerUse:number ActualCost:number ActualOvertimeCost:number RemainingCost:number RemainingOvertimeCost:number WorkVariance:number
    CostVariance:number SV:number CV:number ACWP:number CalendarUID:integer Notes:string BCWS:number BCWP:number IsGeneric:boolean
    IsInactive:boolean IsEnterprise:boolean BookingType:integer ActualWorkProtected:duration ActualOvertimeWorkProtected:duration
    ActiveDirectoryGUID:string CreationDate:dateTime ExtendedAttribute* Baseline* OutlineCode* IsCostResource:boolean AssnOwner:string
    AssnOwnerGuid:string IsBudget:boolean AvailabilityPeriods Rates TimephasedData*`,
  Rates: 'Rate*',
  Rate: `RatesFrom:dateTime! RatesTo:dateTime! RateTable:integer StandardRate:number StandardRateFormat:integer OvertimeRate:number
    OvertimeRateFormat:integer CostPerUse:number`,
  Assignments: 'Assignment*',
  Assignment: `UID:integer! TaskUID:integer ResourceUID:integer PercentWorkComplete:integer ActualCost:number ActualFinish:dateTime
    ActualOvertimeCost:number ActualOvertimeWork:duration ActualStart:dateTime ActualWork:duration ACWP:number Confirmed:boolean Cost:number
    CostRateTable:integer CostVariance:number CV:number Delay:integer Finish:dateTime FinishVariance:integer Hyperlink:string
    HyperlinkAddress:string HyperlinkSubAddress:string WorkVariance:number HasFixedRateUnits:boolean FixedMaterial:boolean
    LevelingDelay:integer LevelingDelayFormat:integer LinkedFields:boolean Milestone:boolean Notes:string OverAllocated:boolean
    OvertimeCost:number OvertimeWork:duration PeakUnits:number RegularWork:duration RemainingCost:number RemainingOvertimeCost:number
    RemainingOvertimeWork:duration RemainingWork:duration ResponsePending:boolean Start:dateTime Stop:dateTime Resume:dateTime
    StartVariance:integer Summary:boolean SV:number Units:number UpdateNeeded:boolean VAC:number Work:duration WorkContour:integer BCWS:number
    BCWP:number BookingType:integer ActualWorkProtected:duration ActualOvertimeWorkProtected:duration CreationDate:dateTime AssnOwner:string
    AssnOwnerGuid:string BudgetCost:number BudgetWork:duration ExtendedAttribute* Baseline* TimephasedData*`,
};

/** Elements that versions after 2007 added, by their parent. */
const LATER: Record<string, string> = {
  Project: 'GUID:string',
  Task: 'GUID:string Active:boolean Manual:boolean StartSlack:integer FinishSlack:integer',
};

const TYPES: Record<string, RegExp> = {
  integer: /^-?\d+$/,
  boolean: /^(0|1|true|false)$/,
  number: /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/,
  dateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
  time: /^\d\d:\d\d:\d\d$/,
  duration: /^-?PT\d+H\d+M\d+(\.\d+)?S$/,
  string: /^/,
};

type Field = { name: string; type: string | null; isRequired: boolean; isRepeated: boolean };

function fieldsOf(text: string): Field[] {
  return text.split(/\s+/).map((word) => {
    const [, name, type = null, mark] = /^(\w+)(?::(\w+))?([!*])?$/.exec(word) as unknown as [string, string, string | undefined, string];
    return { name, type, isRequired: mark === '!', isRepeated: mark === '*' };
  });
}

/** An element of a file: name, text and children. */
export type Element = { name: string; text: string; children: Element[] };

/** Deviations of an element from Microsoft Project's documentation, as sentences; empty when valid. */
export function misfitsOf(element: Element, parent = ''): string[] {
  const structure = STRUCTURE[`${parent}/${element.name}`] ?? STRUCTURE[element.name];
  if (!structure) return [`${parent}/${element.name} is not described`];
  const fields = fieldsOf(structure);
  const later = LATER[element.name] ? fieldsOf(LATER[element.name]) : [];
  const misfits: string[] = [];
  let last = -1;
  const seen = new Set<string>();
  for (const child of element.children) {
    const at = fields.findIndex(({ name }) => name === child.name);
    const field = fields[at] ?? later.find(({ name }) => name === child.name);
    const where = `${element.name}/${child.name}`;
    if (!field) misfits.push(`${where} is unknown`);
    else if (at >= 0 && at < last) misfits.push(`${where} stands behind ${fields[last].name}`);
    else if (seen.has(child.name) && !field.isRepeated) misfits.push(`${where} is repeated`);
    if (field?.type && !TYPES[field.type].test(child.text)) misfits.push(`${where} is no ${field.type}: ${child.text}`);
    if (field && !field.type) misfits.push(...misfitsOf(child, element.name));
    seen.add(child.name);
    last = Math.max(last, at);
  }
  for (const { name, isRequired } of fields) if (isRequired && !seen.has(name)) misfits.push(`${element.name} lacks ${name}`);
  return misfits;
}
