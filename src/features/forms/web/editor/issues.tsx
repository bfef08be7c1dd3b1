import { useTranslation } from 'react-i18next';
import { Callout } from '#ui/page/display.tsx';
import type { Form, FormIssue } from '../../forms.contract.ts';

/** What is still missing before the form can be published, each with the way to it. */
export function FormIssues({ form, onShow }: { form: Form; onShow: (issue: FormIssue) => void }) {
  const { t } = useTranslation('forms');
  const issues = form.issues.filter(({ issue }) => issue !== 'no_fields');
  if (issues.length === 0) return null;
  const nameOf = (issue: FormIssue): string => {
    if (issue.rule !== null) return t('rules.rule', { number: issue.rule + 1 });
    const block = form.draft.blocks.find(({ key }) => key === issue.block);
    return block ? block.label || t(`types.${block.type}`) : '';
  };
  return (
    <Callout tone="warning" className="mb-4" title={t('issues.title', { count: issues.length })}>
      <ul className="mt-1 grid gap-1">
        {issues.slice(0, 6).map((issue, at) => (
          <li key={at}>
            <button
              type="button"
              onClick={() => onShow(issue)}
              className="text-left underline-offset-4 hover:underline"
            >
              {nameOf(issue) && <strong className="font-medium">{nameOf(issue)}: </strong>}
              {t(`issues.${issue.issue}`, { name: `{{${issue.name}}}` })}
            </button>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
