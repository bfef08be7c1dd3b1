import { ImageUp } from 'lucide-react';
import { lazy, Suspense, useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { FileButton } from '#ui/controls/file-button.tsx';
import { largestImage } from '../../agents-look.contract.ts';
import { useSection } from '../editor/editor-section.ts';
import { settingAt, type SettingOf } from './setting-path.ts';
import { SettingPlace } from './setting.tsx';
import { imageTypes, uploadImage, type ImageKind } from './upload-image.ts';

const CropDialog = lazy(() => import('./crop-dialog.tsx').then((file) => ({ default: file.CropDialog })));

type Props = {
  path: SettingOf<string>;
  kind: ImageKind;
  help: string;
  picture: ReactNode;
  /** Lets the person choose a part of the picture first. */
  crops?: boolean;
};

/** A picture of the draft: chosen, cropped where that makes sense, sent, replaced, removed. */
export function ImageSetting({ path, kind, help, picture, crops = false }: Props) {
  const { t } = useTranslation(['agents-look', 'agents']);
  const { agent, draft, set, errors, canEdit } = useSection();
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const has = settingAt(draft, path) !== '';
  const largest = largestImage[kind];
  const refuse = (reason: string) => {
    setChosen(null);
    setError(reason);
  };
  const send = async (image: Blob) => {
    setChosen(null);
    setBusy(true);
    try {
      set(path, await uploadImage(agent.id, kind, image));
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : t('common:failed.title'));
    }
    setBusy(false);
  };
  const take = (file: File) => {
    setError(null);
    if (file.size > largest) return setError(t('image.tooLarge', { size: largest / 1_048_576 }));
    if (crops) setChosen(file);
    else void send(file);
  };
  const problem = error ?? errors[path];
  return (
    <SettingPlace path={path}>
      <div
        className="grid gap-1.5"
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-help`}
      >
        <p id={`${id}-label`} className="font-medium">
          {t(`agents:fields.${path}`)}
        </p>
        <p id={`${id}-help`} className="-mt-1 text-sm text-pretty text-muted">
          {help}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          {picture}
          <FileButton
            accept={imageTypes}
            onFile={take}
            pending={isBusy}
            disabled={!canEdit}
            icon={<ImageUp size={16} />}
          >
            {t(has ? 'image.replace' : 'image.upload')}
          </FileButton>
          {has && (
            <Button variant="ghost" disabled={!canEdit || isBusy} onClick={() => set(path, '')}>
              {t('common:actions.remove')}
            </Button>
          )}
        </div>
        {problem && (
          <p role="alert" className="text-sm text-danger-ink">
            {problem}
          </p>
        )}
      </div>
      <Suspense>
        {chosen && (
          <CropDialog
            file={chosen}
            onCrop={(image) => void send(image)}
            onClose={() => setChosen(null)}
            onUnreadable={() => refuse(t('image.unreadable'))}
          />
        )}
      </Suspense>
    </SettingPlace>
  );
}
