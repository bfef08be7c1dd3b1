-- One index in place of two: people are looked up by visitor, and those of an agent go with it.
ALTER TABLE analytics_people DROP CONSTRAINT analytics_people_pkey;
DROP INDEX analytics_people_of_visitor;
ALTER TABLE analytics_people ADD PRIMARY KEY (account_id, visitor_id, agent_id);
