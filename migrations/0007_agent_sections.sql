-- Position moved from the appearance to the layout, the footer's text to the footer.
CREATE FUNCTION pg_temp.moved(configuration jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN configuration IS NULL THEN NULL ELSE
    jsonb_set(configuration, '{appearance}', (configuration->'appearance') - 'position' - 'footerText')
      || jsonb_build_object(
        'layout', jsonb_build_object('position', coalesce(configuration->'appearance'->>'position', 'bottom-right')),
        'footer', jsonb_build_object('text', coalesce(configuration->'appearance'->>'footerText', '')))
  END
$$;
UPDATE agents SET draft = pg_temp.moved(draft), live = pg_temp.moved(live);
UPDATE agent_versions SET configuration = pg_temp.moved(configuration);
