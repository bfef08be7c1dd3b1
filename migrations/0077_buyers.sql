-- Whoever bought is a contact with the address of the purchase, which is a claim until it is proven. For what was bought before this was so.
CREATE FUNCTION pg_temp.new_contact_id() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT 'con_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + place, 1), '' ORDER BY at)
  FROM (
    SELECT at, CASE WHEN at <= 10 THEN ((extract(epoch FROM clock_timestamp()) * 1000)::bigint >> (5 * (10 - at))) & 31 ELSE floor(random() * 32)::bigint END::int AS place
    FROM generate_series(1, 30) AS at
  ) AS places
$$;
DO $$
DECLARE
  buyer record;
  found text;
  holder text;
BEGIN
  FOR buyer IN
    SELECT p.id AS purchase, p.account_id, p.agent_id, lower(p.email) AS address, p.contact_id, p.created_at, v.id AS visitor, v.contact_id AS of_visitor,
      v.language, v.device, v.browser, v.os, v.landing_url, v.referrer, v.tag, v.created_at AS first_seen, v.last_seen_at
    FROM purchases p JOIN visitors v ON v.id = p.visitor_id
    WHERE p.kind <> 'form' AND p.status = 'paid' AND NOT v.is_preview AND p.email NOT LIKE '%@erased.invalid'
    ORDER BY p.created_at, p.id
  LOOP
    found := coalesce(buyer.contact_id, buyer.of_visitor, (SELECT contact_id FROM visitors WHERE id = buyer.visitor));
    SELECT id INTO holder FROM contacts WHERE account_id = buyer.account_id AND email = buyer.address;
    IF found IS NULL THEN
      found := pg_temp.new_contact_id();
      INSERT INTO contacts (id, account_id, source_agent_id, email, claimed_email, language, device, browser, os, landing_url, referrer, tag, custom_fields, first_seen_at, last_seen_at, created_at, updated_at)
      SELECT found, buyer.account_id, a.id, CASE WHEN holder IS NULL THEN buyer.address END, CASE WHEN holder IS NOT NULL THEN buyer.address END,
        buyer.language, buyer.device, buyer.browser, buyer.os, buyer.landing_url, buyer.referrer, buyer.tag, custom_initials(buyer.account_id, 'contact'),
        buyer.first_seen, buyer.last_seen_at, buyer.created_at, buyer.created_at
      FROM (SELECT 1) AS one LEFT JOIN agents a ON a.id = buyer.agent_id;
      UPDATE visitors SET contact_id = found WHERE id = buyer.visitor;
    ELSE
      UPDATE contacts SET
        email = CASE WHEN email IS NULL AND holder IS NULL THEN buyer.address ELSE email END,
        claimed_email = CASE WHEN email IS NULL AND holder IS NOT NULL AND holder <> found THEN coalesce(claimed_email, buyer.address) ELSE claimed_email END,
        custom_values = CASE WHEN email IS NOT NULL AND email <> buyer.address AND NOT custom_values @> jsonb_build_array(jsonb_build_object('type', 'email', 'value', buyer.address))
          THEN custom_values || jsonb_build_array(jsonb_build_object('key', 'email', 'type', 'email', 'label', '', 'value', buyer.address)) ELSE custom_values END
      WHERE id = found;
    END IF;
    UPDATE purchases SET contact_id = found WHERE id = buyer.purchase AND contact_id IS NULL;
  END LOOP;
END
$$;
