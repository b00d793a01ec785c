-- Whether a version uses a directory is looked up for each version of a space; the values of one in a version are read by pages.
create index directory_value_directory on directory_value (space_id, directory_id, version_id);
