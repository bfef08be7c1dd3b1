/** What a reset leaves: people and their rights, connections, the plan, every record of real money, and who wants no mails. */
export const keptByReset: ReadonlySet<string> = new Set([
  'memberships', 'invitations', 'ownership_transfers', 'audit_entries', 'feedback_submissions', 'account_exports', 'account_export_parts',
  'provider_connections', 'payment_connections', 'payment_platform_accounts', 'plan_subscriptions', 'plan_payments', 'plan_notices',
  'seller_details', 'invoices', 'invoice_counters', 'payment_notices', 'payment_notice_wishes',
  'mail_wishes', 'purchases', 'payments', 'payment_refunds', 'payment_events', 'payment_movements',
]);

/** What a reset clears: agents, contacts, what was said, and everything that was made for them. A table that stands in neither list fails the tests. */
export const clearedByReset: ReadonlySet<string> = new Set([
  'agent_images', 'agent_usage', 'agent_versions', 'agents', 'answer_gaps_closed', 'api_keys', 'contact_field_values', 'contact_imports', 'contact_merges',
  'contact_notes', 'contact_segments', 'contact_tags', 'contact_tasks', 'contact_words', 'contacts', 'conversation_attachments', 'conversation_summaries',
  'conversations', 'custom_fields', 'form_files', 'form_submissions', 'forms', 'identity_secrets', 'inbox_browsers', 'inbox_labelled', 'inbox_labels', 'inbox_notes',
  'inbox_pushes', 'inbox_read_stretches', 'inbox_reads', 'inbox_settings', 'inbox_words', 'knowledge_chunks', 'knowledge_collections', 'knowledge_documents', 'knowledge_frontier',
  'knowledge_originals', 'knowledge_postings', 'knowledge_segments', 'knowledge_sources', 'knowledge_vectors', 'messages', 'office_hours', 'payment_people',
  'paywall_entries', 'paywall_holders', 'paywall_lots', 'qr_codes', 'qr_scans', 'restore_codes', 'saved_replies', 'summary_watches', 'team_presence',
  'template_demos', 'template_uses', 'test_money_calls', 'test_money_events', 'test_money_payments', 'test_money_portals', 'test_money_refunds',
  'test_money_sessions', 'test_money_subscriptions', 'visitor_deletions', 'visitors',
]);
