-- Names of formats of sheets are the only ones in their space.
create unique index print_format_name on preset (space_id, lower(name)) where kind = 'print_format';
