import {
  ArrowRight,
  Check,
  FileDown,
  GalleryHorizontalEnd,
  Image,
  MousePointerClick,
  ShoppingBag,
  SquarePlay,
  TextCursorInput,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { readInstructions } from '#shared/chat/rich-instructions.ts';
import { Button } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { useSection } from '../editor/editor-section.ts';
import { OfferedForms } from '../contact-form/offered-forms.tsx';
import { RichMediaHelp } from '../answers/rich-media-help.tsx';
import {
  DraftFields,
  NumberSetting,
  SettingGroup,
  SwitchSetting,
  TextSetting,
} from '../settings/setting.tsx';

const kinds = {
  pictures: Image,
  videos: SquarePlay,
  cards: GalleryHorizontalEnd,
  products: ShoppingBag,
  buttons: MousePointerClick,
  forms: TextCursorInput,
  files: FileDown,
};

/** What answers may show besides text, and the questions proposed under them. */
export function DynamicSection() {
  const { t } = useTranslation(['agent-sections', 'agents']);
  const { draft, show } = useSection();
  const { enabled } = draft.dynamic;
  return (
    <DraftFields>
      <SwitchSetting path="dynamic.enabled" />
      {enabled && (
        <>
          {draft.ai.provider === 'built-in' && (
            <Callout
              tone="neutral"
              title={t('dynamic.engineTitle')}
              action={
                <Button size="sm" onClick={() => show('ai', 'ai.provider')}>
                  {t('dynamic.chooseModel')}
                </Button>
              }
            >
              {t('dynamic.engine')}
            </Callout>
          )}
          <TextSetting path="dynamic.instructions" rows={6} below={<Understood />} />
          <RichMediaHelp />
          <SettingGroup title={t('dynamic.kinds')} help={t('dynamic.kindsHelp')}>
            <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
              {Object.entries(kinds).map(([kind, Icon]) => (
                <li key={kind} className="flex gap-3">
                  <Icon size={20} className="mt-0.5 shrink-0 text-muted" aria-hidden="true" />
                  <div className="min-w-0">
                    <p className="font-medium">{t(`dynamic.kind.${kind}`)}</p>
                    <p className="text-sm text-pretty text-muted">{t(`dynamic.kindText.${kind}`)}</p>
                  </div>
                </li>
              ))}
            </ul>
            <Callout
              tone="neutral"
              action={
                <Button size="sm" onClick={() => show('knowledge')}>
                  {t('dynamic.openKnowledge')}
                  <ArrowRight size={16} aria-hidden="true" />
                </Button>
              }
            >
              {t('dynamic.fromKnowledge')}
            </Callout>
          </SettingGroup>
        </>
      )}
      <OfferedForms />
      <SettingGroup title={t('dynamic.next')}>
        <NumberSetting path="dynamic.followUps" unit={t('agents:units.questions')} />
      </SettingGroup>
    </DraftFields>
  );
}

/** Which lines are rules, and what is wrong with those that were meant to be. */
function Understood() {
  const { t } = useTranslation('agent-sections');
  const { rules, problems } = readInstructions(useSection().draft.dynamic.instructions);
  return (
    <div role="status" className="grid gap-1 text-sm empty:hidden">
      {rules.length > 0 && (
        <p className="flex items-center gap-1.5 text-success-ink">
          <Check size={16} aria-hidden="true" />
          {t('dynamic.understood', { count: rules.length })}
        </p>
      )}
      {problems.map(({ line, problem }) => (
        <p key={line} className="text-warning-ink">
          {t('dynamic.line', { line, problem: t(`dynamic.problem.${problem}`) })}
        </p>
      ))}
    </div>
  );
}
