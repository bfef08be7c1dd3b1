import { filesIn, type SourceTree } from './source-tree.ts';

/** The dashboard's screens, without what only tests draw. */
export const screensIn = (tree: SourceTree): string[] =>
  filesIn(tree, ['src/features', 'src/apps/web'], ['.tsx']).filter(
    (file) => /^src\/(apps|features\/[^/]+)\/web\//.test(file) && !file.includes('.test.'),
  );

const textOf = (tree: SourceTree, file: string): string => tree.get(file) ?? '';

/** Offers to try again in its own way. */
export const drawsOwnFailure = (tree: SourceTree, file: string): boolean =>
  /tryAgain'\)/.test(textOf(tree, file));

/** Reads something, waits for it and draws rows of it, without the shell. */
export function drawsOwnList(tree: SourceTree, file: string): boolean {
  const text = textOf(tree, file);
  return (
    /\buse(Endpoint|InfiniteQuery|Query)\b/.test(text) &&
    /<(Skeleton|ReadFailed)\b/.test(text) &&
    /<(li|Table)\b/.test(text) &&
    !text.includes("'#ui/list/")
  );
}

/** Has a form of its own, or fields beside a write, without the shell; `ConfirmDialog` asks in a form of its own. */
export function sendsByItself(tree: SourceTree, file: string): boolean {
  const text = textOf(tree, file);
  const writes = /\buseMutate\(|\bapi\(\s*'(POST|PUT|PATCH|DELETE) /.test(text);
  const hasForm =
    /<form\b/.test(text) ||
    (writes && /<(Field|Input|Textarea)\b/.test(text) && !/<ConfirmDialog\b/.test(text));
  return hasForm && !text.includes("'#ui/form/");
}

/** Screens under each reason; `file -> reason` is what the rules look at. */
const reasonOf = (groups: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([reason, files]) => files.map((file) => [`src/${file}`, reason])),
  );

export const ownFailures = reasonOf({
  'a whole screen is missing, not a part of it': [
    'apps/web/shell/states.tsx',
    'features/agents/web/editor/agent-editor.tsx',
  ],
  'is in the first load, whose budget the shell would exceed': ['features/agents/web/list/agents.page.tsx'],
  'what failed is no read of the server: a file of texts, a trial, an upload': [
    'features/agents/web/sections/texts.section.tsx',
    'features/answer-gaps/web/improve-sheet.tsx',
    'features/knowledge/web/add/upload-list.tsx',
  ],
  'follows a stream, and says of what is gone that it is': ['features/inbox/web/inbox.page.tsx'],
});

export const ownLists = reasonOf({
  'reads one thing with parts that are always there, not a list': [
    'apps/web/docs/api.tsx',
    'apps/web/docs/guides.tsx',
    'features/operator-settings/web/models/models-section.tsx',
    'features/public-api/web/api-reference.page.tsx',
    'apps/web/screens/paywall-test.page.tsx',
    'features/agents/web/install/identity-panel.tsx',
    'features/forms/web/submissions/answer-figures.tsx',
    'features/forms/web/submissions/drop-off.tsx',
    'features/inbox/web/availability/office-hours.tsx',
    'features/landing-pages/web/pages/results.section.tsx',
    'features/inbox/web/notices/notices.tsx',
    'features/knowledge/web/add/pairs-form.tsx',
    'features/knowledge/web/sources/document-sheet.tsx',
    'features/payments/web/connecting/payment-setup.tsx',
    'features/payments/web/payments.page.tsx',
    'features/payments/web/purchases/purchase-sheet.tsx',
    'features/simulator/web/runs/run-view.tsx',
    'features/simulator/web/runs/transcript-sheet.tsx',
    'features/simulator/web/suites/suite-editor.tsx',
    'features/superadmin/web/mail-previews.tsx',
  ],
  "its rows are a setting of the agent's draft, put in order by hand; what is read are the choices": [
    'features/agents/web/contact-form/offered-forms.tsx',
    'features/agents/web/sections/switching.section.tsx',
  ],
  'takes no room while there is nothing, nor while it waits': [
    'features/account-data/web/danger-zone.tsx',
    'features/knowledge/web/sources/source-bin.tsx',
  ],
  'is in the first load, whose budget the shell would exceed': ['features/agents/web/list/agents.page.tsx'],
});

export const ownForms = reasonOf({
  'tries something out and stores nothing': [
    'features/agents/web/answers/compare-answers.tsx',
    'features/custom-functions/web/try-out.tsx',
    'features/knowledge/web/search/retrieval-test.tsx',
  ],
  'calls the API as a program of the reader, of whose fields the page knows what the document says': [
    'features/public-api/web/try-it.tsx',
  ],
  'one field in a composer, a menu or a popover, sent by Enter': [
    'features/contacts/web/record/contact-timeline.tsx',
    'features/contacts/web/tags/tag-picker.tsx',
    'features/inbox/web/conversation/snooze-dialog.tsx',
  ],
  'each choice takes effect at once, and is undone by the one before': [
    'features/feature-flags/web/account-features.tsx',
    'features/operator-settings/web/models/models-section.tsx',
  ],
  'its two buttons are the answer, with which a note may go': ['apps/web/docs/guides.tsx'],
  'rows that save when they are left': [
    'features/contacts/web/tags/tags-dialog.tsx',
    'features/inbox/web/conversation/labels-dialog.tsx',
  ],
  'goes in steps that take a while and can be stopped': [
    'features/agents/web/create/new-agent.page.tsx',
    'features/simulator/web/runs/run-view.tsx',
    'features/contacts/web/import/import-sheet.tsx',
    'features/custom-functions/web/openapi-dialog.tsx',
  ],
  'shows what is about to happen, with a name that may be given to it': [
    'features/agents/web/publish/publish-dialog.tsx',
    'features/agents/web/publish/publish-gate.tsx',
    'features/agents/web/publish/versions-sheet.tsx',
  ],
  'what is missing and what failed are toasts by the specification': ['apps/web/shell/feedback-panel.tsx'],
});
