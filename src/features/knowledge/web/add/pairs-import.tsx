import { factGap } from '#shared/text/fact-gap.ts';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { FileDrop } from '#ui/controls/file-drop.tsx';
import { Textarea } from '#ui/controls/input.tsx';
import type { QuestionAnswer } from '../../knowledge.contract.ts';
import { readPairs } from './read-pairs.ts';

/**
 * Brings in questions and answers from a spreadsheet: pasted, or a CSV file. Says what will be taken before
 * it is.
 */
export function PairsImport({ room, onPairs }: { room: number; onPairs: (pairs: QuestionAnswer[]) => void }) {
  const { t } = useTranslation('knowledge-web');
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const { pairs, skipped } = readPairs(text);
  const taken = pairs.slice(0, Math.max(0, room));
  const left = skipped + pairs.length - taken.length;
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-card border border-line"
    >
      <summary className="flex min-h-11 list-none items-center gap-2 px-3 font-medium">
        <ChevronRight size={16} className="transition-transform duration-150 group-open:rotate-90" />
        {t('pairs.import')}
      </summary>
      <div className="grid gap-4 px-3 pt-1 pb-4">
        <FileDrop
          multiple={false}
          accept=".csv,.tsv,.txt,text/csv"
          label={t('pairs.importFile')}
          help={t('pairs.importHelp')}
          className="py-4"
          onFiles={([file]) => void file?.text().then(setText)}
        />
        <Field label={t('pairs.importText')}>
          <Textarea
            rows={3}
            spellCheck={false}
            value={text}
            placeholder={t('pairs.importExample')}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm text-muted">
            {text.trim() && t('pairs.importFound', { count: taken.length })}
            {left > 0 && `${factGap}${t('pairs.importSkipped', { count: left })}`}
          </p>
          <Button
            disabled={taken.length === 0}
            onClick={() => {
              onPairs(taken);
              setText('');
              setOpen(false);
            }}
          >
            {t('pairs.importTake')}
          </Button>
        </div>
      </div>
    </details>
  );
}
