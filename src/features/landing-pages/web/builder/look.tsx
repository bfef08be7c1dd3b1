import { useTranslation } from 'react-i18next';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import { pageFonts, pageModes, type PageTheme } from '#shared/landing-pages/page-settings.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { ColorField } from '#ui/controls/color-field.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Slider } from '#ui/controls/slider.tsx';
import type { CanvasRoot } from '../canvas/canvas-data.ts';
import { useCanvas, type CanvasActions } from '../canvas/canvas-actions.ts';

const colors = ['primary', 'accent', 'background', 'text'] as const;

/** The look of the whole page, and its agent. */
export function Look({ facts, actions }: { facts: PageFacts; actions: CanvasActions }) {
  const { t } = useTranslation('landing-builder');
  const { theme, agent } = useCanvas((canvas) => canvas.appState.data.root.props) as unknown as CanvasRoot;
  const brand = useEndpoint('GET /api/white-label');
  const set = (change: Partial<PageTheme>): void => actions.changeRoot({ theme: { ...theme, ...change } });
  const own = brand.data;
  return (
    <div className="grid gap-4">
      <Field label={t('look.agent')} help={t('look.agentHelp')}>
        <Select
          value={agent === 0 ? 'none' : String(agent)}
          options={[
            { value: 'none', label: t('options.noAgent') },
            ...Object.values(facts.agents).map((one) => ({ value: String(one.number), label: one.name })),
          ]}
          onChange={(next) => actions.changeRoot({ agent: next === 'none' ? 0 : Number(next) })}
        />
      </Field>
      {own && (
        <Button
          onClick={() =>
            set({ primary: own.primaryColor.toLowerCase(), accent: own.secondaryColor.toLowerCase() })
          }
        >
          {t('look.brand')}
        </Button>
      )}
      {colors.map((name) => (
        <Field key={name} label={t(`look.${name}`)}>
          <ColorField value={theme[name]} onChange={(color) => set({ [name]: color })} />
        </Field>
      ))}
      <Field label={t('look.font')}>
        <Select
          value={theme.font}
          options={pageFonts.map((font) => ({ value: font, label: t(`options.${font}`) }))}
          onChange={(font) => set({ font })}
        />
      </Field>
      <Field label={t('look.mode')}>
        <Select
          value={theme.mode}
          options={pageModes.map((mode) => ({ value: mode, label: t(`options.${mode}`) }))}
          onChange={(mode) => set({ mode })}
        />
      </Field>
      <Field label={t('look.radius')}>
        <Slider
          label={t('look.radius')}
          value={theme.radius}
          min={0}
          max={32}
          step={1}
          onChange={(radius) => set({ radius })}
        />
      </Field>
    </div>
  );
}
