import { Mic, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toLanguage } from '#shared/languages.ts';
import { ApiError } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { openMicrophone } from '../chat/microphone.ts';
import { record, type Recording } from '../pages/recording.ts';
import { tripsReport, tryVendor, type TriedVendor, type Trip } from './vendor-trips.ts';
import { VendorRow } from './vendor-row.tsx';

/** Long enough for the sentence, in ms. */
const recordMs = 5_000;
const columns = ['said', 'heard', 'right', 'cost'] as const;

/** The connected vendors, each with a button and with what it did. */
export function VendorTest({ vendors }: { vendors: readonly TriedVendor[] }) {
  const { t, i18n } = useTranslation('voice-check');
  const language = toLanguage(i18n.language) ?? 'en';
  const sentence = t('sentence');
  const [recording, setRecording] = useState<Recording | null>(null);
  const [isRecording, setIsRecording] = useState(false);
  const [problem, setProblem] = useState('');
  const [trips, setTrips] = useState<Readonly<Record<string, Trip>>>({});
  const isBusy = Object.values(trips).some(({ isRunning }) => isRunning);

  const decimals = new Intl.NumberFormat(i18n.language, {
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
  });
  const seconds = (ms: number): string => `${decimals.format(ms / 1_000)} s`;
  const money = (dollars: number): string =>
    new Intl.NumberFormat(i18n.language, {
      style: 'currency',
      currency: 'USD',
      maximumSignificantDigits: 2,
    }).format(dollars);

  async function recordVoice() {
    setProblem('');
    setIsRecording(true);
    const microphone = await openMicrophone();
    if (typeof microphone === 'string') setProblem(t(`hints.${microphone}`));
    else
      try {
        setRecording(await record(microphone.stream, recordMs));
      } catch {
        setProblem(t('ui.failed'));
      } finally {
        microphone.close();
      }
    setIsRecording(false);
  }

  async function test(vendor: TriedVendor) {
    const change = (next: (trip: Trip) => Trip) =>
      setTrips((known) => ({
        ...known,
        [vendor.id]: next(known[vendor.id] ?? { isRunning: true, results: [], problem: '' }),
      }));
    change(() => ({ isRunning: true, results: [], problem: '' }));
    try {
      await tryVendor(
        vendor,
        {
          sentence,
          language,
          recorded: recording && { file: recording.file, seconds: recording.sound.duration },
        },
        (result) => change((trip) => ({ ...trip, results: [...trip.results, result] })),
      );
    } catch (error) {
      const problem = error instanceof ApiError ? error.message : t('ui.failed');
      change((trip) => ({ ...trip, problem }));
    }
    change((trip) => ({ ...trip, isRunning: false }));
  }

  async function testAll() {
    // One after the other: two voices at once are none.
    for (const vendor of vendors) await test(vendor);
  }

  const done = vendors.flatMap((vendor) => {
    const trip = trips[vendor.id];
    return trip && !trip.isRunning ? [[vendor.label, trip] as const] : [];
  });
  const report = tripsReport(done, {
    title: t('vendors.title'),
    browser: t('report.browser'),
    time: t('report.time'),
    row: (name) => t(`vendors.${name}`),
    verdict: (state) => t(`report.${state}`),
    seconds,
    money,
    result: t('vendors.results'),
  });
  return (
    <>
      <section aria-labelledby="vendor-sentence" className="grid gap-3">
        <h2 id="vendor-sentence" className="font-semibold">
          {t('vendors.sentence')}
        </h2>
        <blockquote className="border-l-3 border-accent pl-4 font-display text-lg text-pretty">
          {sentence}
        </blockquote>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="outline"
            pending={isRecording}
            icon={<Mic size={16} />}
            onClick={() => void recordVoice()}
          >
            {isRecording
              ? t('vendors.recording', { seconds: recordMs / 1_000 })
              : t(recording ? 'vendors.again' : 'vendors.record')}
          </Button>
          {recording && (
            <Button variant="ghost" icon={<Trash2 size={16} />} onClick={() => setRecording(null)}>
              {t('vendors.forget')}
            </Button>
          )}
          <p role="status" className="min-w-0 flex-1 basis-64 text-sm text-pretty text-muted">
            {problem ||
              (recording
                ? t('vendors.recorded', { seconds: decimals.format(recording.sound.duration) })
                : t('vendors.ownSound'))}
          </p>
        </div>
      </section>
      <section className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="vendor-results" className="grow font-semibold">
            {t('vendors.results')}
          </h2>
          {vendors.length > 1 && (
            <Button
              variant="primary"
              pending={isBusy}
              icon={<Play size={16} />}
              onClick={() => void testAll()}
            >
              {t('vendors.testAll')}
            </Button>
          )}
          {done.length > 0 && <CopyButton label={t('vendors.report')} text={report} />}
        </div>
        <div
          role="region"
          aria-labelledby="vendor-results"
          tabIndex={0}
          className="overflow-x-auto rounded-card border border-line bg-surface"
        >
          <table className="w-full min-w-2xl text-left tabular-nums">
            <thead className="text-sm text-muted">
              <tr>
                <th scope="col" className="px-4 py-3 font-normal">
                  {t('vendors.vendor')}
                </th>
                {columns.map((column) => (
                  <th key={column} scope="col" className="px-4 py-3 font-normal">
                    {t(`vendors.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            {vendors.map((vendor) => (
              <VendorRow
                key={vendor.id}
                vendor={vendor}
                trip={trips[vendor.id] ?? null}
                isBusy={isBusy}
                seconds={seconds}
                money={money}
                onTest={() => void test(vendor)}
              />
            ))}
          </table>
        </div>
        <p className="text-sm text-pretty text-muted">{t('vendors.price')}</p>
      </section>
    </>
  );
}
