import { useTranslation } from 'react-i18next';
import type { SpeechVendor } from '#features/integrations/integrations.contract.ts';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Slider } from '#ui/controls/slider.tsx';

/** What is said in the lab, and how. */
export type LabSentence = {
  text: string;
  language: Language;
  /** 1 is the voice's own pace. */
  speed: number;
  /** 0 to 1, where the vendor's voices are tuned. */
  stability: number;
  similarity: number;
  /** Where the vendor keeps voices in projects. */
  project: string;
};

export const longestSentence = 500;

/** The sentence that every voice of the lab says. */
export function SentenceFields({
  sentence,
  onChange,
  vendor,
}: {
  sentence: LabSentence;
  onChange: (sentence: LabSentence) => void;
  /** Null: this device. */
  vendor: Pick<SpeechVendor, 'hasPace' | 'hasTuning' | 'hasProjects'> | null;
}) {
  const { t, i18n } = useTranslation('voice-lab');
  const pace = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2 });
  const set = (change: Partial<LabSentence>) => onChange({ ...sentence, ...change });
  return (
    <div className="grid gap-5">
      <Field
        label={t('sentence')}
        aside={`${sentence.text.length} / ${longestSentence}`}
        error={sentence.text.trim() ? undefined : t('sentenceMissing')}
      >
        <Textarea
          rows={3}
          maxLength={longestSentence}
          value={sentence.text}
          onChange={(event) => set({ text: event.target.value })}
        />
      </Field>
      <Field label={t('language')}>
        <Select
          value={sentence.language}
          onChange={(language) => set({ language })}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </Field>
      {(vendor === null || vendor.hasPace) && (
        <Field label={t('pace')}>
          <Slider
            label={t('pace')}
            min={0.7}
            max={1.2}
            step={0.05}
            value={sentence.speed}
            onChange={(speed) => set({ speed })}
            format={(value) => `${pace.format(value)}×`}
          />
        </Field>
      )}
      {vendor?.hasTuning &&
        (['stability', 'similarity'] as const).map((name) => (
          <Field key={name} label={t(name)} help={t(`${name}Help`)}>
            <Slider
              label={t(name)}
              min={0}
              max={1}
              step={0.05}
              value={sentence[name]}
              onChange={(value) => set({ [name]: value })}
              format={(value) => pace.format(value)}
            />
          </Field>
        ))}
      {vendor?.hasProjects && (
        <Field label={t('project')} help={t('projectHelp')}>
          <Input
            value={sentence.project}
            maxLength={120}
            spellCheck={false}
            onChange={(event) => set({ project: event.target.value })}
          />
        </Field>
      )}
    </div>
  );
}
