import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { assumedAfterHours, mostServed, type ServiceReport } from '../../analytics-service.contract.ts';

type Outcomes = ServiceReport['resolution'] & { conversations: number };

/** From the first moment until before the last one. */
export type Span = {
  agentId: string;
  from: Date;
  until: Date;
};

export function serviceRepository(tx: Transaction) {
  const begun = ({ agentId, from, until }: Span) => sql`
    SELECT c.id, c.visitor_id, c.created_at, c.last_message_at, c.rating, c.status FROM conversations c
    WHERE c.agent_id = ${agentId} AND NOT c.is_preview AND c.last_visitor_seq > 0
      AND c.created_at >= ${from.toISOString()}::timestamptz AND c.created_at < ${until.toISOString()}::timestamptz
    ORDER BY c.created_at DESC LIMIT ${mostServed}`;
  const answers = ({ agentId, from, until }: Span) => sql`
    FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE c.agent_id = ${agentId} AND NOT c.is_preview AND m.role = 'assistant'
      AND m.created_at >= ${from.toISOString()}::timestamptz AND m.created_at < ${until.toISOString()}::timestamptz`;
  return {
    /** How conversations of the span ended, each once; the first that is true of one counts. */
    async outcomes(span: Span, now: Date): Promise<Outcomes> {
      const words = (of: string) => sql.raw(`lower(regexp_replace(${of}, '[^[:alnum:]]+', ' ', 'g'))`);
      const {
        rows: [row],
      } = await tx.execute<Outcomes>(sql`
        WITH begun AS (${begun(span)}), told AS (
          SELECT b.*,
            EXISTS (SELECT FROM messages m WHERE m.conversation_id = b.id AND (m.role = 'human'
              OR m.event IN ('asked', 'asked_away', 'asked_closed', 'joined'))) AS handed,
            EXISTS (SELECT FROM messages m WHERE m.conversation_id = b.id AND m.feedback = 'up') AS liked,
            EXISTS (SELECT FROM messages m WHERE m.conversation_id = b.id AND m.feedback = 'down') AS disliked,
            EXISTS (SELECT FROM messages q JOIN messages again ON again.visitor_id = q.visitor_id
              WHERE q.conversation_id = b.id AND q.role = 'visitor' AND again.role = 'visitor' AND again.id <> q.id
                AND again.created_at > q.created_at
                AND again.created_at <= q.created_at + make_interval(hours => ${assumedAfterHours})
                AND ${words('again.body')} = ${words('q.body')}) AS again
          FROM begun b), ended AS (
          SELECT CASE WHEN handed THEN 'handedOver'
            WHEN NOT disliked AND (liked OR rating >= 4 OR status = 'resolved') THEN 'confirmed'
            WHEN disliked OR rating <= 2 THEN 'disliked'
            WHEN again THEN 'returned'
            WHEN last_message_at > ${now.toISOString()}::timestamptz - make_interval(hours => ${assumedAfterHours})
              THEN 'pending'
            ELSE 'assumed' END AS how FROM told)
        SELECT count(*)::int AS conversations,
          (count(*) FILTER (WHERE how = 'confirmed'))::int AS confirmed,
          (count(*) FILTER (WHERE how = 'assumed'))::int AS assumed,
          (count(*) FILTER (WHERE how = 'handedOver'))::int AS "handedOver",
          (count(*) FILTER (WHERE how = 'returned'))::int AS returned,
          (count(*) FILTER (WHERE how = 'disliked'))::int AS disliked,
          (count(*) FILTER (WHERE how = 'pending'))::int AS pending FROM ended`);
      if (!row) throw new Error('A count has no row');
      return row;
    },

    /** How long visitors waited for a person, from the first time that they asked for one in a conversation. */
    async firstHuman(span: Span): Promise<ServiceReport['firstHuman']> {
      const {
        rows: [row],
      } = await tx.execute<ServiceReport['firstHuman']>(sql`
        WITH begun AS (${begun(span)}), waits AS (
          SELECT extract(epoch FROM (SELECT min(h.created_at) FROM messages h
            WHERE h.conversation_id = b.id AND h.role = 'human' AND h.created_at >= a.at) - a.at) AS seconds
          FROM begun b, LATERAL (SELECT min(m.created_at) AS at FROM messages m WHERE m.conversation_id = b.id
            AND m.event IN ('asked', 'asked_away', 'asked_closed')) a
          WHERE a.at IS NOT NULL)
        SELECT count(*)::int AS asked, count(seconds)::int AS answered,
          percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds)::float8 AS median,
          percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds)::float8 AS slow FROM waits`);
      return row ?? { asked: 0, answered: 0, median: null, slow: null };
    },

    async tools(span: Span): Promise<ServiceReport['tools']> {
      const { rows } = await tx.execute<ServiceReport['tools'][number]>(sql`
        SELECT t->>'name' AS name, count(*)::int AS calls,
          (count(*) FILTER (WHERE (t->>'failed')::boolean))::int AS failures,
          percentile_cont(0.5) WITHIN GROUP (ORDER BY (t->>'milliseconds')::float8)::float8 AS median,
          percentile_cont(0.9) WITHIN GROUP (ORDER BY (t->>'milliseconds')::float8)::float8 AS slow
        FROM (SELECT jsonb_array_elements(m.trace->'tools') AS t ${answers(span)}
          AND jsonb_typeof(m.trace->'tools') = 'array') used
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 200`);
      return rows;
    },

    /** The sources that the agent knows, by how many answers of the span show a passage of them. */
    async sources(span: Span): Promise<ServiceReport['sources']> {
      const { rows } = await tx.execute<ServiceReport['sources'][number] & { at: Date | null }>(sql`
        WITH shown AS (
          SELECT d.source_id, count(DISTINCT m.id)::int AS answers, max(m.created_at) AS at
          FROM (SELECT m.id, m.created_at, jsonb_array_elements(m.citations)->>'documentId' AS document_id
            ${answers(span)} AND m.citations <> '[]') m
          JOIN knowledge_documents d ON d.id = m.document_id GROUP BY 1)
        SELECT s.id, s.title, coalesce(shown.answers, 0) AS answers, shown.at
        FROM knowledge_sources s JOIN agents a ON a.collection_id = s.collection_id
        LEFT JOIN shown ON shown.source_id = s.id
        WHERE a.id = ${span.agentId} AND s.status = 'ready' ORDER BY 3 DESC, 2, 1 LIMIT 500`);
      return rows.map(({ at, ...row }) => ({ ...row, lastAt: at && new Date(at).toISOString() }));
    },
  };
}
