-- Who has a version open stands in the memory of the servers, which tell each other.
drop table presence;
