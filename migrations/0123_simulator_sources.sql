-- Which conversations a suite's scenarios were made of. When one goes, by whatever way, so do the scenarios with its
-- words, and the runs that hold copies of them.
CREATE TABLE simulator_sources (
  suite_id text NOT NULL REFERENCES simulator_suites ON DELETE CASCADE,
  conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  PRIMARY KEY (suite_id, conversation_id)
);
CREATE INDEX simulator_sources_of_conversation ON simulator_sources (conversation_id);
CREATE INDEX simulator_sources_of_account ON simulator_sources (account_id);
SELECT chatelier_wall('simulator_sources');

CREATE FUNCTION simulator_source_gone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  DELETE FROM simulator_runs WHERE suite_id = OLD.suite_id;
  UPDATE simulator_suites SET revision = revision + 1, scenarios = (
    SELECT coalesce(jsonb_agg(each.scenario ORDER BY each.place), '[]')
    FROM jsonb_array_elements(scenarios) WITH ORDINALITY AS each (scenario, place)
    WHERE each.scenario ->> 'sourceConversationId' IS DISTINCT FROM OLD.conversation_id)
  WHERE id = OLD.suite_id;
  DELETE FROM simulator_suites WHERE id = OLD.suite_id AND scenarios = '[]';
  RETURN NULL;
END
$$;
CREATE TRIGGER simulator_source_gone AFTER DELETE ON simulator_sources FOR EACH ROW EXECUTE FUNCTION simulator_source_gone();
