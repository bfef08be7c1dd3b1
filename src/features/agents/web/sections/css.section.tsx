import { lazy, Suspense, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { compileCss, longestCss, withoutProblems } from '#shared/custom-css/custom-css.ts';
import { cssSelectors, cssTokens } from '#shared/custom-css/names.ts';
import { Skeleton } from '#ui/page/display.tsx';
import type { CssEditorHandle } from '../answers/css-editor.tsx';
import { useSection } from '../editor/editor-section.ts';
import { GenerateBar } from '../answers/generate-bar.tsx';
import { Counter, DraftFields, SettingGroup, SettingPlace } from '../settings/setting.tsx';
import { useGeneration } from '../answers/use-generation.ts';

const CssEditor = lazy(() =>
  import('../answers/css-editor.tsx').then((file) => ({ default: file.CssEditor })),
);

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const mostShown = 4;

/**
 * The owner's own style rules for the chat: written, or generated out of a wish, and shown at once in the
 * preview.
 */
export function CssSection() {
  const { t, i18n } = useTranslation('agents-look');
  const { agent, draft, set, errors, canEdit } = useSection();
  const id = useId();
  const handle = useRef<CssEditorHandle | null>(null);
  const { code } = draft.css;
  const hasModel = draft.ai.provider !== 'built-in' && draft.ai.model !== '';
  const control = useGeneration({
    path: `/api/agents/${encodeURIComponent(agent.id)}/generate-css`,
    value: code,
    set: (text) => set('css.code', text),
    mend: async (text) => withoutProblems(text),
  });
  const writing = control.state.phase === 'writing' ? control.state.text : null;
  const problems = useMemo(() => (writing === null ? compileCss(code).problems : []), [code, writing]);
  const foreign = errors['css.code'];
  return (
    <DraftFields>
      {canEdit && (
        <GenerateBar
          control={control}
          onStart={(request) => control.start({ request, code, language: i18n.language })}
          label={t('generate.cssWish')}
          help={t(hasModel ? 'generate.cssHelp' : 'generate.cssNeedsModel')}
          placeholder={t('generate.cssExample')}
          needsRequest
          disabled={!hasModel}
        />
      )}
      <SettingPlace path="css.code">
        <div className="grid gap-1.5">
          <div className="flex items-baseline justify-between gap-3">
            <p className="font-medium">{t('css.editor')}</p>
            <span className="text-sm text-muted">
              <Counter used={bytesOf(writing ?? code)} max={longestCss} />
            </span>
          </div>
          <p id={`${id}-keys`} className="-mt-1 text-sm text-muted">
            {t('css.keys')}
          </p>
          <div className="overflow-hidden rounded-card border border-edge bg-surface focus-within:border-accent-strong focus-within:outline-1 focus-within:outline-accent-strong">
            <Suspense
              fallback={
                <div role="status" aria-label={t('css.loading')}>
                  <Skeleton className="m-4 h-72" />
                </div>
              }
            >
              <CssEditor
                value={writing ?? code}
                onChange={(next) => set('css.code', next)}
                readOnly={!canEdit || writing !== null}
                label={t('css.editor')}
                describedBy={`${id}-keys ${id}-problems`}
                faultyLines={problems.map(({ line }) => line)}
                handle={handle}
              />
            </Suspense>
          </div>
          <div id={`${id}-problems`} role="status">
            {(problems.length > 0 || foreign) && (
              <ul className="grid gap-1 text-sm text-danger-ink">
                {problems.slice(0, mostShown).map(({ code: reason, line, start }) => (
                  <li key={`${start}-${reason}`}>{t(`problems.${reason}`, { value: line })}</li>
                ))}
                {problems.length === 0 && <li>{foreign}</li>}
              </ul>
            )}
          </div>
        </div>
      </SettingPlace>
      <SettingGroup title={t('css.selectors')} help={t('css.selectorsHelp')}>
        <ul className="grid gap-y-1">
          {Object.entries(cssSelectors).map(([name, selector]) => (
            <li key={name} className="grid grid-cols-[11.5rem_minmax(0,1fr)] items-baseline gap-3">
              <button
                type="button"
                disabled={!canEdit || writing !== null}
                aria-label={t('css.insert', { name: selector })}
                onClick={() => handle.current?.insert(selector)}
                className="min-h-11 rounded-control text-left font-mono text-sm text-accent-ink underline-offset-4 hover:underline disabled:no-underline disabled:opacity-55 md:min-h-7"
              >
                {selector}
              </button>
              <span className="min-w-0 text-sm text-muted">{t(`css.about.${name}`)}</span>
            </li>
          ))}
        </ul>
      </SettingGroup>
      <SettingGroup title={t('css.tokens')} help={t('css.tokensHelp')}>
        <ul className="grid gap-y-1.5">
          {Object.entries(cssTokens).map(([name, token]) => (
            <li key={name} className="grid grid-cols-[11.5rem_minmax(0,1fr)] items-baseline gap-3">
              <code className="font-mono text-sm">{token}</code>
              <span className="min-w-0 text-sm text-muted">{t(`css.token.${name}`)}</span>
            </li>
          ))}
        </ul>
      </SettingGroup>
    </DraftFields>
  );
}
