import pg from 'pg';

/** What a client was told: the server answered `accepted` for it. */
export type Acknowledged = {
  visitorMessageId: string;
  conversationId: string;
  clientMessageId: string;
  text: string;
};

export type Fault = string;

/** Runs one statement on a database. */
export async function query<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * What is wrong with the stored conversations, given what clients were told: each acknowledged message is
 * there once and unchanged, places of a conversation are 1, 2, 3 …, each question that no person took has one
 * answer behind it, counts agree, nobody is alone.
 */
export async function conversationFaults(
  url: string,
  acknowledged: readonly Acknowledged[],
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const messages = await query<{
    id: string;
    conversation_id: string;
    seq: number;
    role: string;
    status: string;
    body: string;
    client_message_id: string | null;
    answers_id: string | null;
  }>(
    url,
    'SELECT id, conversation_id, seq, role, status, body, client_message_id, answers_id FROM messages ORDER BY conversation_id, seq',
  );
  for (const told of acknowledged) {
    const stored = messages.filter((message) => message.client_message_id === told.clientMessageId);
    if (stored.length !== 1) faults.push(`${told.text}: stored ${stored.length} times`);
    else if (
      stored[0]?.body !== told.text ||
      stored[0].id !== told.visitorMessageId ||
      stored[0].conversation_id !== told.conversationId
    )
      faults.push(`${told.text}: stored otherwise than told`);
  }
  const conversations = await query<{
    id: string;
    next_seq: number;
    message_count: number;
    contact_id: string | null;
    is_preview: boolean;
  }>(url, 'SELECT id, next_seq, message_count, contact_id, is_preview FROM conversations');
  for (const conversation of conversations) {
    const own = messages.filter((message) => message.conversation_id === conversation.id);
    if (own.some((message, index) => message.seq !== index + 1))
      faults.push(`${conversation.id}: places ${own.map((message) => message.seq).join(',')}`);
    if (conversation.next_seq !== own.length + 1)
      faults.push(`${conversation.id}: next place ${conversation.next_seq} after ${own.length} messages`);
    // Notes ("Vera joined") have a place of their own and are nobody's message.
    const said = own.filter((message) => message.role !== 'event').length;
    if (conversation.message_count !== said) {
      faults.push(`${conversation.id}: counts ${conversation.message_count} of ${said} messages`);
    }
    if (own.length === 0) faults.push(`${conversation.id}: empty`);
    if (!conversation.is_preview && conversation.contact_id === null)
      faults.push(`${conversation.id}: without a contact`);
    for (const [index, message] of own.entries()) {
      const isForPerson =
        own.some(({ role }) => role === 'event' || role === 'human') &&
        own.every(({ answers_id }) => answers_id !== message.id);
      // What was given back to the AI is answered behind the note that says so.
      const next = own.slice(index + 1).find(({ role }) => role !== 'event' && role !== 'human');
      if (message.role === 'visitor' && !isForPerson && next?.answers_id !== message.id) {
        faults.push(`${message.id}: its answer does not follow it`);
      }
    }
  }
  const contacts = await query<{ id: string; counted: number; said: number }>(
    url,
    `SELECT k.id, k.message_count AS counted, coalesce(sum(c.message_count), 0)::int AS said
     FROM contacts k LEFT JOIN conversations c ON c.contact_id = k.id GROUP BY k.id
     HAVING k.message_count <> coalesce(sum(c.message_count), 0)`,
  );
  for (const { id, counted, said } of contacts)
    faults.push(`${id}: counts ${counted} messages and their conversations ${said}`);
  return faults;
}

/** Answers that are still being written, by the database. */
export async function streamingCount(url: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    url,
    `SELECT count(*)::int FROM messages WHERE status = 'streaming'`,
  );
  return row?.count ?? 0;
}

/**
 * What is wrong with the stored knowledge: sources that hang, pieces without an owner, counts that disagree.
 */
export async function knowledgeFaults(url: string): Promise<Fault[]> {
  const questions: Record<string, string> = {
    'source neither ready nor failed': `SELECT id FROM knowledge_sources
      WHERE status NOT IN ('ready', 'failed') AND deleted_at IS NULL`,
    'failed source without a reason': `SELECT id FROM knowledge_sources
      WHERE status = 'failed' AND error_code IS NULL`,
    'document neither ready nor failed': `SELECT d.id FROM knowledge_documents d
      WHERE d.status NOT IN ('ready', 'failed')`,
    'page stored twice':
      'SELECT source_id || url AS id FROM knowledge_documents WHERE url IS NOT NULL GROUP BY source_id, url HAVING count(*) > 1',
    'chunk without its piece of the index':
      'SELECT c.id FROM knowledge_chunks c WHERE NOT EXISTS (SELECT FROM knowledge_segments s WHERE s.id = c.segment_id AND c.ordinal < s.chunk_count)',
    'piece of the index without chunks':
      'SELECT s.id::text FROM knowledge_segments s WHERE NOT EXISTS (SELECT FROM knowledge_chunks c WHERE c.segment_id = s.id)',
    'postings without their piece':
      'SELECT segment_id::text AS id FROM knowledge_postings p WHERE NOT EXISTS (SELECT FROM knowledge_segments s WHERE s.id = p.segment_id)',
    'document that counts other chunks than it has':
      'SELECT d.id FROM knowledge_documents d WHERE d.chunk_count <> (SELECT count(*) FROM knowledge_chunks c WHERE c.document_id = d.id)',
    'source that counts other chunks than it has':
      'SELECT s.id FROM knowledge_sources s WHERE s.chunk_count <> (SELECT count(*) FROM knowledge_chunks c WHERE c.source_id = s.id)',
    'ready source with addresses left to visit': `SELECT s.id FROM knowledge_sources s
      JOIN knowledge_frontier f ON f.source_id = s.id WHERE s.status IN ('ready', 'failed')`,
    'file without its bytes': `SELECT s.id FROM knowledge_sources s
      WHERE s.kind = 'file' AND NOT EXISTS (SELECT FROM knowledge_originals o WHERE o.source_id = s.id)`,
  };
  const faults: Fault[] = [];
  for (const [what, text] of Object.entries(questions))
    for (const row of await query<{ id: string }>(url, text)) faults.push(`${what}: ${row.id}`);
  return faults;
}
