import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { stateOfTrip, type TripResult } from '../pages/vendor-trip.ts';
import { costOf, type TriedVendor, type Trip } from './vendor-trips.ts';

/** Stays in sight where the table is wider than the screen. */
const below = 'sticky left-4 inline-block max-w-[calc(100vw-4.5rem)] sm:max-w-none';

/** A vendor's line of the table, and below it what it understood or why it failed. */
export function VendorRow({
  vendor,
  trip,
  isBusy,
  seconds,
  money,
  onTest,
}: {
  vendor: TriedVendor;
  /** Null where it was not tried yet. */
  trip: Trip | null;
  /** Whether any vendor is being tried. */
  isBusy: boolean;
  seconds: (ms: number) => string;
  money: (dollars: number) => string;
  onTest: () => void;
}) {
  const { t } = useTranslation('voice-check');
  const resultOf = (step: TripResult['step']) => trip?.results.find((result) => result.step === step);
  const [said, heard] = [resultOf('said'), resultOf('heard')];
  const cost = trip && costOf(trip);
  const cell = (content: ReactNode, result?: TripResult) => (
    <td className={result && stateOfTrip(result) === 'bad' ? 'px-4 py-3 text-danger-ink' : 'px-4 py-3'}>
      {content ?? <span className="text-muted">–</span>}
    </td>
  );
  const understood = heard?.text !== undefined && t('vendors.understood');
  return (
    <tbody className="border-t border-line">
      <tr>
        <th scope="row" className="px-4 py-3 font-medium">
          <span className="flex flex-wrap items-center gap-3">
            {vendor.label}
            <Button
              size="sm"
              pending={trip?.isRunning ?? false}
              disabled={isBusy && !trip?.isRunning}
              icon={<Play size={16} />}
              onClick={onTest}
            >
              {t('vendors.test', { name: vendor.label })}
            </Button>
          </span>
        </th>
        {cell(said && seconds(said.ms), said)}
        {cell(heard && seconds(heard.ms), heard)}
        {cell(heard?.words && `${heard.words.right} / ${heard.words.of}`, heard)}
        {cell(said && (cost === null ? t('vendors.free') : money(cost)))}
      </tr>
      {trip && (understood || trip.problem || (said && !vendor.listens)) && (
        <tr>
          <td colSpan={5} className="px-4 pb-3 text-sm text-pretty">
            <div role="status">
              {trip.problem ? (
                <span className={`${below} text-danger-ink`}>
                  {t('vendors.failed', { reason: trip.problem })}
                </span>
              ) : (
                <span className={`${below} text-muted`}>
                  {understood ? `${understood}: ${heard?.text || t('words.nothing')}` : t('words.doesntHear')}
                </span>
              )}
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}
