import { ImageUp } from 'lucide-react';
import { Suspense, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { useSetSession, useUser } from '#ui/api/session.ts';
import { upload } from '#ui/api/upload.ts';
import { Button } from '#ui/controls/button.tsx';
import { Avatar } from '#ui/page/display.tsx';
import { FileButton } from '#ui/controls/file-button.tsx';
import { largestPicture } from '../accounts-picture.contract.ts';
import type { User } from '../accounts.contract.ts';

/** Lets the person choose the part of a picture that is shown. */
export type CropPicture = ComponentType<{
  file: File;
  onCrop: (picture: Blob) => void;
  onClose: () => void;
  onUnreadable: () => void;
}>;

/** The person's own picture: chosen, cropped, sent, replaced, removed. */
export function PictureSetting({ crop: Crop }: { crop: CropPicture }) {
  const { t } = useTranslation(['settings', 'agents-look']);
  const user = useUser();
  const setSession = useSetSession();
  const [chosen, setChosen] = useState<File | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = useMutate('DELETE /api/user/picture', { onSuccess: setSession });
  const take = (file: File) => {
    setProblem(
      file.size > largestPicture
        ? t('agents-look:image.tooLarge', { size: largestPicture / 1_048_576 })
        : null,
    );
    if (file.size <= largestPicture) setChosen(file);
  };
  const send = async (picture: Blob) => {
    setChosen(null);
    setBusy(true);
    const form = new FormData();
    form.append('file', picture);
    await upload('/api/user/picture', form).then(
      (saved) => setSession(saved as User),
      (failure: unknown) => setProblem(failure instanceof Error ? failure.message : t('common:failed.title')),
    );
    setBusy(false);
  };
  const hasPicture = user.profileImageUrl !== null;
  return (
    <div
      role="group"
      aria-labelledby="picture-label"
      aria-describedby="picture-help"
      className="mb-6 flex flex-wrap items-center gap-4"
    >
      <Avatar name={user.name} src={user.profileImageUrl} size={64} />
      <div className="grid min-w-0 flex-1 basis-64 gap-1.5">
        <p id="picture-label" className="font-medium">
          {t('general.picture')}
        </p>
        <p id="picture-help" className="-mt-1 text-sm text-pretty text-muted">
          {t('general.pictureHelp')}
        </p>
        <div className="flex flex-wrap gap-2">
          <FileButton
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            onFile={take}
            pending={isBusy}
            icon={<ImageUp size={16} />}
          >
            {t(hasPicture ? 'agents-look:image.replace' : 'agents-look:image.upload')}
          </FileButton>
          {hasPicture && (
            <Button
              variant="ghost"
              pending={remove.isPending}
              disabled={isBusy}
              onClick={() => remove.mutate({})}
            >
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
          <Crop
            file={chosen}
            onCrop={(picture) => void send(picture)}
            onClose={() => setChosen(null)}
            onUnreadable={() => {
              setChosen(null);
              setProblem(t('agents-look:image.unreadable'));
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
