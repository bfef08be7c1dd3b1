import { factGap } from '#shared/text/fact-gap.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import type { OpenapiImport } from '../custom-functions.contract.ts';
import { operationKey } from './openapi-import.ts';

type Operation = OpenapiImport['operations'][number];

/** The operations of a description, to choose from. */
export function OpenapiOperations({
  found,
  chosen,
  isReading,
  onSearch,
  onToggle,
}: {
  found: OpenapiImport;
  chosen: ReadonlyMap<string, Operation>;
  isReading: boolean;
  onSearch: (search: string) => void;
  onToggle: (operation: Operation) => void;
}) {
  const { t } = useTranslation('functions');
  const [search, setSearch] = useState('');
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex items-center gap-2">
        <div className="grow">
          <SearchField label={t('openapi.search')} value={search} maxLength={100} onChange={setSearch} />
        </div>
        <Button pending={isReading} onClick={() => onSearch(search)}>
          {t('openapi.find')}
        </Button>
      </div>
      <p role="status" className="tabular text-sm text-muted">
        {found.title && `${found.title}${factGap}`}
        {t('openapi.found', { count: found.total })}
        {found.total > found.operations.length &&
          `${factGap}${t('openapi.first', { count: found.operations.length })}`}
      </p>
      {found.operations.length === 0 ? (
        <p className="text-muted">{t('openapi.none')}</p>
      ) : (
        <div
          role="group"
          aria-label={t('openapi.search')}
          className="grid max-h-72 gap-1 overflow-y-auto rounded-card border border-line p-3"
        >
          {found.operations.map((operation) => (
            <Checkbox
              key={operationKey(operation)}
              checked={chosen.has(operationKey(operation))}
              onChange={() => onToggle(operation)}
              label={`${operation.method} ${operation.path}`}
              help={[
                operation.definition.label,
                ...operation.notes.map((note) => t(`openapi.notes.${note}`)),
              ].join(factGap)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
