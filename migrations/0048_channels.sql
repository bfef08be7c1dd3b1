-- By which way a visitor came: a site that carries the chat, the agent's own page, a QR code, or a program.
ALTER TABLE visitors ADD COLUMN channel text NOT NULL DEFAULT 'site' CHECK (channel IN ('site', 'page', 'qr', 'api'));
ALTER TABLE conversations ADD COLUMN channel text NOT NULL DEFAULT 'site' CHECK (channel IN ('site', 'page', 'qr', 'api'));
-- What is told of those who came before: the address of the page, the mark of a code, and that a program tells nothing of a browser.
UPDATE visitors SET channel = CASE WHEN tag LIKE 'qr-%' THEN 'qr' WHEN landing_url LIKE '%/widgets/%' THEN 'page' ELSE 'api' END
  WHERE tag LIKE 'qr-%' OR landing_url LIKE '%/widgets/%' OR (landing_url IS NULL AND device IS NULL AND browser IS NULL);
UPDATE conversations SET channel = v.channel FROM visitors v WHERE v.id = conversations.visitor_id AND v.channel <> 'site';
-- The inbox asks for rare ones; most conversations come by a site and carry no tag.
CREATE INDEX conversations_by_channel ON conversations (account_id, channel) WHERE NOT is_preview AND channel <> 'site';
CREATE INDEX conversations_by_tag ON conversations (account_id, tag) WHERE tag IS NOT NULL AND NOT is_preview;
