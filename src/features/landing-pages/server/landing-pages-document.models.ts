import type { PageData } from '#shared/landing-pages/page-data.ts';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import type { PageDocument } from '#shared/landing-pages/page-settings.ts';
import { blocksOf } from '#shared/landing-pages/parse-page.ts';
import type { PageIssue } from '../landing-pages.contract.ts';

/** The keys of all pictures that a document shows. */
export function imageKeysOf(snapshot: PageDocument): string[] {
  const found = JSON.stringify(snapshot).matchAll(/\/page-images\/([0-9a-f]{32})/g);
  return [...new Set([...found].map(([, key = '']) => key))];
}

/** The agents (by number) and forms (by public id) that a page shows. */
export function referencesOf(data: PageData): { agents: number[]; forms: string[] } {
  const agents = new Set([data.root.props.agent]);
  const forms = new Set<string>();
  for (const { props } of blocksOf(data.content)) {
    const { agent, form } = props;
    if (typeof agent === 'number') agents.add(agent);
    if (typeof form === 'string' && form !== '') forms.add(form);
  }
  agents.delete(0);
  return { agents: [...agents], forms: [...forms] };
}

/** What keeps a page from doing what it shows. Only an empty page keeps it from being published. */
export function issuesOf(data: PageData, facts: PageFacts): PageIssue[] {
  const blocks = blocksOf(data.content);
  if (blocks.length === 0) return [{ issue: 'empty', block: null }];
  const own = data.root.props.agent;
  return blocks.flatMap(({ type, props }): PageIssue[] => {
    const issues: PageIssue[] = [];
    const number = props['agent'] === 0 ? own : props['agent'];
    const shown = typeof number === 'number' && number > 0 ? facts.agents[String(number)] : null;
    if (shown === undefined || (shown === null && (type === 'agent' || type === 'offer')))
      issues.push({ issue: 'agent_gone', block: props.id });
    else if (shown && !shown.isLive) issues.push({ issue: 'agent_not_live', block: props.id });
    if (type === 'form') {
      const form = facts.forms[String(props['form'])];
      if (!form) issues.push({ issue: 'form_gone', block: props.id });
      else if (!form.isOpen) issues.push({ issue: 'form_closed', block: props.id });
    }
    return issues;
  });
}
