import { existsSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What took more than nineteen seconds of a worker in a whole run on two quiet cores, the longest first. The length of a text says
 * little of that.
 */
const lasting = [
  'tests/e2e/dashboard/screens.test.ts',
  'tests/architecture/tools.test.ts',
  'tests/security/malformed.test.ts',
  'src/features/payments/server/syncing/histories.usecases.test.ts',
  'tests/security/parsers.test.ts',
  'tests/architecture/new-feature.test.ts',
  'tests/reliability/start-faults.test.ts',
  'tests/e2e/dashboard/dashboard-shell.test.ts',
  'tests/security/input.test.ts',
  'tests/reliability/crash-payments.http.test.ts',
  'src/features/templates/server/templates.http.test.ts',
  'tests/e2e/agents/editor-sections.test.ts',
  'tests/reliability/crash-knowledge.test.ts',
  'tests/reliability/database-outage.test.ts',
  'tests/reliability/stopping.test.ts',
  'tests/reliability/power-cut.test.ts',
  'tests/e2e/agents/editor.test.ts',
  'src/platform/sandbox/code-sandbox.test.ts',
  'tests/conformance/conformance.test.ts',
  'tests/reliability/summaries-once.test.ts',
  'tests/e2e/agents/agent-with-tools.test.ts',
  'tests/e2e/payments/payments-screens.test.ts',
  'tests/e2e/paywall/paywall-chat.test.ts',
  'tests/security/isolation-writes.test.ts',
  'tests/e2e/payments/billing-story.test.ts',
  'tests/security/expressions.test.ts',
  'tests/e2e/agents/editor-look.test.ts',
  'tests/e2e/agents/agent-settings.test.ts',
  'tests/e2e/chat/chat.test.ts',
  'tests/reliability/crash-streams.test.ts',
  'tests/e2e/agents/agent-sharing.test.ts',
  'tests/security/isolation.test.ts',
  'tests/e2e/agents/templates.test.ts',
  'tests/e2e/paywall/paywall-story.test.ts',
  'tests/e2e/embed/hosts.test.ts',
  'tests/e2e/paywall/paywall-sight.test.ts',
  'tests/reliability/standstill.test.ts',
  'tests/security/stored-xss.test.ts',
  'tests/e2e/dashboard/inbox.test.ts',
  'src/platform/documents/document-parser-hostile.test.ts',
  'tests/e2e/dashboard/story.test.ts',
  'tests/e2e/chat/contact-wall.test.ts',
  'tests/reliability/agent-test.test.ts',
  'tests/security/input-addresses.test.ts',
  'tests/e2e/payments/payment-setup.test.ts',
  'tests/reliability/crash-tools.test.ts',
  'tests/e2e/embed/embed.test.ts',
  'tests/reliability/two-processes.test.ts',
  'tests/security/outbound.test.ts',
  'tests/e2e/dashboard/inbox-search.test.ts',
  'tests/e2e/dashboard/api-reference.test.ts',
  'src/features/payments/server/syncing/events.usecases.test.ts',
  'tests/e2e/dashboard/programs.test.ts',
];
const project = path.join(import.meta.dirname, '../..');

/**
 * Begins with what lasts longest, so that no worker is at it when the others have nothing left to do. Of the others Vitest
 * knows that from an earlier run; where there was none, it begins with the longest text.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = lasting.filter((file) => !existsSync(path.join(project, file)));
    if (gone.length > 0) throw new Error(`longest-first.ts names what is not there: ${gone.join(', ')}`);
    const places = new Map(lasting.map((file, place) => [path.join(project, file), place]));
    const placeOf = ({ moduleId }: TestSpecification): number => places.get(moduleId) ?? lasting.length;
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
