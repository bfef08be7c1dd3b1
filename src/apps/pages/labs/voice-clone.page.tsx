import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { paths } from '#shared/paths.ts';
import { PageScript } from '../page-script.tsx';
import { LabFrame } from './lab-frame.tsx';

type Props = PageProps['voice-clone'] & { context: PageContext };

const words = ['listening', 'agreed', 'notAgreed', 'unheard'] as const;
const recording = ['record', 'stop', 'again', 'good', 'notGood'] as const;
const levels = ['silent', 'quiet', 'right', 'loud'] as const;
const facts = ['length', 'level', 'noise', 'pauses', 'rate'] as const;
const values = ['decibels', 'below', 'kilohertz', 'time', 'madeLouder', 'madeSofter'] as const;
const problems = ['short', 'long', 'rate', 'quiet', 'loud', 'clipped', 'silent', 'noisy', 'muffled'] as const;
const failures = ['insecure', 'blocked', 'noMicrophone', 'inUse', 'large', 'unreadable'] as const;
const refusals = ['silent', 'words', 'refused', 'name', 'company', 'day'] as const;

/** How a voice is copied with consent, to try without an account: nothing that is recorded leaves the device. */
export function VoiceClonePage({ script, labScript, context }: Props) {
  const text = (key: string): string => context.text(`labs:voiceClone.${key}`, { brand: context.brandName });
  // What stands in `{{…}}` is filled in by the script.
  const said = (key: string): string =>
    context.text(`voice-recording:${key}`, {
      level: '{{level}}',
      rate: '{{rate}}',
      gain: '{{gain}}',
      time: '{{time}}',
      most: '{{most}}',
    });
  const group = (prefix: string, keys: readonly string[]) =>
    keys.map((key): [string, string] => [`${prefix}${key}`, said(`${prefix}${key}`)]);
  const texts = Object.fromEntries([
    ...words.map((key): [string, string] => [key, text(key)]),
    ...group('', [...recording, ...values]),
    ...group('levels.', levels),
    ...group('facts.', facts),
    ...group('problems.', problems),
    ...group('failures.', failures),
    ...group('consent.', refusals),
  ]);
  return (
    <LabFrame context={context} script={script} title={text('title')} lead={text('lead')}>
      <noscript>
        <p className="lab-problem">{context.text('labs:check.needsScript')}</p>
      </noscript>
      <div data-lab="voice-clone" className="voice-clone">
        <section aria-labelledby="vc-consent">
          <h2 id="vc-consent">{text('consent.title')}</h2>
          <p>{text('consent.text')}</p>
          <div className="voice-fields">
            <p>
              <label htmlFor="vc-name">{text('consent.name')}</label>
              <input id="vc-name" type="text" maxLength={80} defaultValue="Vera de Vries" />
            </p>
            <p>
              <label htmlFor="vc-company">{text('consent.company')}</label>
              <input id="vc-company" type="text" maxLength={80} defaultValue="Bakery Van Dijk" />
            </p>
          </div>
          <blockquote className="lab-snippet voice-sentence" data-sentence />
          <p className="actions">
            <button type="button" className="button quiet" data-act="sample" disabled>
              {text('consent.hear')}
            </button>
            <button type="button" className="button" data-act="read" disabled>
              {text('consent.read')}
            </button>
          </p>
          <p className="note" data-recognition>
            {text('consent.recognition')}
          </p>
          <p>
            <label htmlFor="vc-heard">{text('consent.heard')}</label>
            <textarea id="vc-heard" rows={4} maxLength={1000} />
          </p>
          <p role="status" data-verdict />
        </section>
        <section aria-labelledby="vc-voice">
          <h2 id="vc-voice">{text('voice.title')}</h2>
          <p>{text('voice.text')}</p>
          <p className="actions">
            <button type="button" className="button" data-act="record" disabled>
              {said('record')}
            </button>
            <button type="button" className="button quiet" data-act="check-sample" disabled>
              {text('voice.sample')}
            </button>
          </p>
          <div data-live hidden>
            <meter
              value={-60}
              min={-60}
              max={0}
              low={-26}
              high={-15}
              optimum={-20}
              aria-label={said('level')}
            />
            <p data-level />
          </div>
          <p>
            <label htmlFor="vc-file">{said('upload')}</label>
            <input id="vc-file" type="file" accept="audio/*,.wav,.mp3,.flac,.m4a,.ogg,.webm" />
          </p>
          <div role="status" data-result />
          <p className="note">{text('voice.private')}</p>
        </section>
        <section aria-labelledby="vc-real">
          <h2 id="vc-real">{text('real.title')}</h2>
          <p>{text('real.text')}</p>
          <p className="actions">
            <a className="button" href={`${paths.voiceLab}?vendor=own`}>
              {text('real.open')}
            </a>
          </p>
        </section>
      </div>
      <div data-texts={JSON.stringify(texts)} hidden />
      <PageScript src={labScript} />
    </LabFrame>
  );
}
