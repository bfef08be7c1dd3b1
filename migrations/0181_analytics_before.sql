-- What happened before events were counted: written as if it were told now, and counted by the loop like everything else. What nobody wrote
-- down stays unknown: when chats were opened again, and who waited for a person earlier.
INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id)
  SELECT account_id, 2, id, created_at, agent_id, id FROM visitors WHERE NOT is_preview AND channel <> 'api';
INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id, conversation_id)
  SELECT account_id, 3, id, created_at, agent_id, visitor_id, id FROM conversations WHERE NOT is_preview;
INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id, conversation_id)
  SELECT account_id, 19, id, waiting_since, agent_id, visitor_id, id FROM conversations
  WHERE NOT is_preview AND handler = 'waiting' AND waiting_since IS NOT NULL;
INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id, conversation_id)
  SELECT account_id, 21, id, resolved_at, agent_id, visitor_id, id FROM conversations
  WHERE NOT is_preview AND status = 'resolved' AND resolved_at IS NOT NULL;
INSERT INTO analytics_inbox (account_id, kind, id, at, visitor_id, conversation_id)
  SELECT account_id, CASE role WHEN 'visitor' THEN 4 WHEN 'human' THEN 20 ELSE 5 END, id, created_at, visitor_id, conversation_id
  FROM messages WHERE role IN ('visitor', 'human') OR role = 'assistant' AND status IN ('complete', 'stopped');
INSERT INTO analytics_inbox (account_id, kind, id, at, visitor_id, conversation_id)
  SELECT account_id, CASE feedback WHEN 'up' THEN 8 ELSE 9 END, id, created_at, visitor_id, conversation_id
  FROM messages WHERE feedback IS NOT NULL;
INSERT INTO analytics_inbox (account_id, kind, id, at, about)
  SELECT account_id, 11, id, created_at, id FROM purchases;
INSERT INTO analytics_inbox (account_id, kind, id, at, about)
  SELECT account_id, CASE kind WHEN 'refund' THEN 13 ELSE 12 END, id, at, purchase_id FROM payment_movements
  WHERE kind IN ('payment', 'renewal', 'refund');
INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id, conversation_id)
  SELECT account_id, 15, id, started_at, agent_id, visitor_id, conversation_id FROM form_submissions;
INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id, conversation_id)
  SELECT account_id, 16, id, submitted_at, agent_id, visitor_id, conversation_id FROM form_submissions
  WHERE submitted_at IS NOT NULL;
INSERT INTO analytics_inbox (account_id, kind, id, at, about)
  SELECT account_id, 17, id::text, scanned_at, qr_code_id FROM qr_scans;
INSERT INTO analytics_inbox (account_id, kind, id, at, about, amount)
  SELECT account_id, 18, concat_ws(':', page_id, version, views), (day + time '12:00') AT TIME ZONE 'UTC', page_id, views
  FROM landing_page_days WHERE views > 0;
INSERT INTO analytics_inbox (account_id, kind, id, at, conversation_id, amount)
  SELECT u.account_id, 22, concat_ws(':', u.conversation_id, u.tool, u.used), c.last_message_at, u.conversation_id, u.used
  FROM tool_uses u JOIN conversations c ON c.id = u.conversation_id WHERE u.used > 0;
INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id)
  SELECT account_id, 23, id, created_at, source_agent_id FROM contacts;
