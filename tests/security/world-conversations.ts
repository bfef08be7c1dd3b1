import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { newId } from '#shared/ids.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { webmHead } from '#features/calls/server/recordings/__fixtures__/made-webm.ts';
import type { TestApp } from '../support/app/test-app.ts';

/** A file of a visitor, at their question; gives its id. */
export async function keepAttachment(app: TestApp, questionId: string, canary: string): Promise<string> {
  const id = newId('att');
  await app.database.database.direct.execute(sql`
    INSERT INTO conversation_attachments (id, account_id, visitor_id, conversation_id, message_id, origin,
      kind, name, mime_type, byte_count, body, bytes, created_at)
    SELECT ${id}, account_id, visitor_id, conversation_id, id, 'visitor', 'document',
      ${`${canary}.txt`}, 'text/plain', 8, ${canary}, ${Buffer.from(canary)}, now() FROM messages
    WHERE id = ${questionId}`);
  return id;
}

/** A call that was recorded, in the conversation of a question; gives its id. */
export async function recordCall(app: TestApp, questionId: string): Promise<string> {
  const { direct } = app.database.database;
  const [id, key] = [newId('cal'), randomUUID()];
  const { rows } = await direct.execute<{ accountId: string; agentId: string; visitorId: string }>(sql`
    INSERT INTO calls (id, account_id, agent_id, visitor_id, conversation_id, key, is_preview, provider, way,
      language, began_at, told_at, ended_at, end_reason, minute_messages)
    SELECT ${id}, m.account_id, v.agent_id, m.visitor_id, v.id, ${key}, false, 'browser', 'browser', 'en',
      now(), now(), now(), 'hungUp', 0 FROM messages m JOIN conversations v ON v.id = m.conversation_id
    WHERE m.id = ${questionId}
    RETURNING account_id AS "accountId", agent_id AS "agentId", visitor_id AS "visitorId"`);
  await direct.execute(sql`
    INSERT INTO call_recordings (id, account_id, agent_id, visitor_id, call_id, key, consent, language, began_at,
      has_agent, kept_days)
    SELECT ${newId('rec')}, account_id, agent_id, visitor_id, id, key, 'Yes', 'en', now(), true, 30 FROM calls
    WHERE id = ${id}`);
  const piece = { number: 0, bytes: webmHead(), lengthMs: 0 };
  await app.server.services.recordings.addPiece(rows[0] as unknown as VisitorIdentity, key, piece);
  return id;
}
