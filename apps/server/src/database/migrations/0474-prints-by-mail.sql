-- How a schedule is printed that comes by mail: sheet, settings, filter, order and groups. Null where a report form comes.
alter table report_delivery add column print jsonb;
