import type { Language } from '#shared/languages.ts';
import type { SpeechProviderId } from '#shared/speech-vendors.ts';
import { upload } from '#ui/api/upload.ts';
import { askForSound } from '#ui/browser/sound.ts';
import { reportText } from '../pages/check-report.ts';
import { measureTrip, stateOfTrip, type MinutePrice, type TripResult } from '../pages/vendor-trip.ts';

/** A vendor as it is tried here. */
export type TriedVendor = {
  id: SpeechProviderId;
  label: string;
  listens: boolean;
  perMinute: MinutePrice;
};

/** What is known of a vendor's way there and back. */
export type Trip = {
  isRunning: boolean;
  results: readonly TripResult[];
  /** Why it could not go on; empty where it could. */
  problem: string;
};

const microsInDollar = 1_000_000;

/** What all steps of a trip cost, in dollars; null where the vendor has no known price. */
export function costOf({ results }: Trip): number | null {
  const known = results.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0) / microsInDollar;
}

/** The whole trip of a vendor by the account's own connection. Rejects with the first failure. */
export function tryVendor(
  { id, listens, perMinute }: TriedVendor,
  {
    sentence,
    language,
    recorded,
  }: { sentence: string; language: Language; recorded: { file: Blob; seconds: number } | null },
  onResult: (result: TripResult) => void,
): Promise<void> {
  return measureTrip(
    {
      sentence,
      recorded,
      price: perMinute,
      ways: {
        say: (text) =>
          askForSound(`/api/speech/${id}/sample`, {
            text,
            language,
            voice: '',
            project: '',
            model: '',
            speed: 1,
            stability: 0.5,
            similarity: 0.8,
          }),
        ...(listens && {
          async hear(sound: Blob) {
            const form = new FormData();
            form.append('language', language);
            form.append('file', sound, 'speech');
            const { text } = (await upload(`/api/speech/${id}/heard`, form)) as { text: string };
            return text;
          },
        }),
      },
    },
    onResult,
  );
}

type ReportWords = {
  title: string;
  browser: string;
  time: string;
  row: (name: 'said' | 'heard' | 'right' | 'cost') => string;
  verdict: (state: 'good' | 'bad' | 'note') => string;
  seconds: (ms: number) => string;
  money: (dollars: number) => string;
  result: string;
};

/** All trips as a text to send to somebody. It holds nothing of what was recorded beyond how many words were right. */
export function tripsReport(
  trips: readonly (readonly [vendor: string, trip: Trip])[],
  words: ReportWords,
): string {
  const { row, verdict, seconds } = words;
  return reportText(
    words.title,
    [
      [words.browser, navigator.userAgent],
      [words.time, new Date().toISOString()],
    ],
    trips.map(([title, trip]) => {
      const cost = costOf(trip);
      return {
        title,
        rows: [
          ...trip.results.flatMap((result) => [
            { label: row(result.step), value: seconds(result.ms), verdict: verdict(stateOfTrip(result)) },
            ...(result.words
              ? [
                  {
                    label: row('right'),
                    value: `${result.words.right} / ${result.words.of}`,
                    verdict: verdict(stateOfTrip(result)),
                  },
                ]
              : []),
          ]),
          ...(cost === null
            ? []
            : [{ label: row('cost'), value: words.money(cost), verdict: verdict('note') }]),
          ...(trip.problem ? [{ label: words.result, value: trip.problem, verdict: verdict('bad') }] : []),
        ],
      };
    }),
  );
}
