import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';

const storeName = 'chatelier-model-offer';

function wasOffered(): boolean {
  try {
    return localStorage.getItem(storeName) !== null;
  } catch {
    // A browser that keeps nothing would be asked again and again.
    return true;
  }
}

/**
 * Offers a model once, where the built-in engine answers: one that is there already (connected, or found on this
 * machine) is compared with it; where there is none, the way to connect one. Whoever says no, or goes there, is
 * not asked again in this browser.
 */
export function ModelOffer({ onCompare }: { onCompare: () => void }) {
  const { t } = useTranslation('agents');
  const [isOver, setOver] = useState(wasOffered);
  const { data } = useEndpoint('GET /api/integrations', undefined, { enabled: !isOver });
  if (isOver || !data) return null;
  const found = data.connections.find(
    ({ isConnected, isLocal, models }) => (isConnected || isLocal) && models.length > 0,
  );
  const end = (): void => {
    setOver(true);
    try {
      localStorage.setItem(storeName, new Date().toISOString());
    } catch {
      // It is not shown any more until the page is left.
    }
  };
  return (
    <Callout
      tone="neutral"
      icon={<Sparkles size={20} />}
      className="mb-6"
      title={found ? t('modelOffer.found', { name: found.label }) : t('modelOffer.none')}
    >
      {t(found ? 'modelOffer.foundText' : 'modelOffer.noneText')}
      <span className="mt-2 flex flex-wrap items-center gap-2">
        {found ? (
          <Button
            size="sm"
            onClick={() => {
              end();
              onCompare();
            }}
          >
            {t('modelOffer.compare')}
          </Button>
        ) : (
          <Link
            to={paths.settings}
            search={{ tab: 'integrations' }}
            onClick={end}
            className={buttonClass({ size: 'sm' })}
          >
            {t('ai.connect')}
          </Link>
        )}
        <Button size="sm" variant="ghost" onClick={end}>
          {t('modelOffer.dismiss')}
        </Button>
      </span>
    </Callout>
  );
}
