import { ArrowUp, ChevronRight, Image, Monitor, Moon, Paperclip, Plus, Send, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { launcherIconPaths } from '#shared/embed/protocol.ts';
import { contrast, readableOn } from '#shared/readable-color.ts';
import { Callout } from '#ui/page/display.tsx';
import { ColorField } from '#ui/controls/color-field.tsx';
import {
  attachmentIcons,
  initialThemes,
  launcherIcons,
  sendIcons,
} from '../../agents-configuration.contract.ts';
import { AgentAvatar } from '../list/agent-avatar.tsx';
import { BackgroundSetting } from '../settings/background-setting.tsx';
import { useSection } from '../editor/editor-section.ts';
import { ImageSetting } from '../settings/image-setting.tsx';
import {
  DraftFields,
  SettingField,
  SettingGroup,
  SwitchSetting,
  TextSetting,
  TileSetting,
} from '../settings/setting.tsx';

const swatches = [
  '#36d6b5',
  '#4f46e5',
  '#0f766e',
  '#2563eb',
  '#db2777',
  '#dc2626',
  '#ea580c',
  '#facc15',
  '#111827',
] as const;
const sendPictures = { arrow: ArrowUp, plane: Send, chevron: ChevronRight };
const attachmentPictures = { paperclip: Paperclip, plus: Plus, image: Image };
const themePictures = { light: Sun, dark: Moon, auto: Monitor };

/** What visitors see: colour, face, launcher, theme and what the message box offers. */
export function AppearanceSection() {
  const { t } = useTranslation(['agents', 'agents-look']);
  const { draft } = useSection();
  const { avatar, color } = draft.appearance;
  const avatarUrl = avatar ? `/avatars/${avatar}` : null;
  return (
    <DraftFields>
      <BrandColor />
      <ImageSetting
        path="appearance.avatar"
        kind="avatar"
        crops
        help={t('agents-look:image.avatarHelp')}
        picture={<AgentAvatar name={draft.basic.name} color={color} src={avatarUrl} size={56} />}
      />
      <SettingGroup title={t('sections.appearance.launcher')}>
        <TileSetting
          path="appearance.launcherIcon"
          columns={5}
          options={launcherIcons.map((value) => ({
            value,
            label: t(`options.launcherIcon.${value}`),
            disabled: value === 'avatar' && !avatarUrl,
            picture:
              value === 'avatar' ? (
                <AgentAvatar name={draft.basic.name} color={color} src={avatarUrl} size={32} />
              ) : (
                <LauncherPicture path={launcherIconPaths[value]} color={color} />
              ),
          }))}
        />
      </SettingGroup>
      <SettingGroup title={t('sections.appearance.chat')}>
        <BackgroundSetting />
        <TileSetting
          path="appearance.initialTheme"
          options={initialThemes.map((value) => {
            const Picture = themePictures[value];
            return {
              value,
              label: t(`options.initialTheme.${value}`),
              picture: <Picture size={20} />,
            };
          })}
        />
        <SwitchSetting path="appearance.themeToggle" />
        <TileSetting
          path="appearance.sendIcon"
          options={sendIcons.map((value) => {
            const Picture = sendPictures[value];
            return {
              value,
              label: t(`options.sendIcon.${value}`),
              picture: (
                <span
                  className="flex size-8 items-center justify-center rounded-full"
                  style={{ background: color, color: readableOn(color) }}
                >
                  <Picture size={16} strokeWidth={2} />
                </span>
              ),
            };
          })}
        />
        <TextSetting path="appearance.placeholder" placeholder={t('options.placeholderExample')} />
        <SwitchSetting path="appearance.disclosure" />
        <SwitchSetting path="appearance.uploads" />
        {draft.appearance.uploads && (
          <TileSetting
            path="appearance.attachmentIcon"
            options={attachmentIcons.map((value) => {
              const Picture = attachmentPictures[value];
              return {
                value,
                label: t(`options.attachmentIcon.${value}`),
                picture: <Picture size={20} />,
              };
            })}
          />
        )}
      </SettingGroup>
    </DraftFields>
  );
}

function BrandColor() {
  const { t, i18n } = useTranslation('agents');
  const { draft, set, canEdit } = useSection();
  const { color } = draft.appearance;
  const text = readableOn(color);
  const ratio = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(
    contrast(color, text),
  );
  const onWhite = contrast(color, '#ffffff');
  return (
    <SettingField path="appearance.color">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ColorField value={color} onChange={(next) => set('appearance.color', next)} disabled={!canEdit} />
        <div role="group" aria-label={t('options.swatches')} className="flex flex-wrap gap-1.5">
          {swatches.map((swatch) => (
            <button
              key={swatch}
              type="button"
              disabled={!canEdit}
              aria-label={swatch}
              aria-pressed={swatch === color}
              onClick={() => set('appearance.color', swatch)}
              className="relative size-7 rounded-full border border-line after:absolute after:-inset-1 aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-accent-strong"
              style={{ background: swatch }}
            />
          ))}
        </div>
      </div>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <span className="rounded-full px-2.5 py-0.5 font-medium" style={{ background: color, color: text }}>
          {t('options.contrastSample')}
        </span>
        {t('options.contrast', { ratio })}
      </p>
      {onWhite < 1.3 && <Callout tone="warning">{t('options.contrastPale')}</Callout>}
    </SettingField>
  );
}

function LauncherPicture({ path, color }: { path: string; color: string }) {
  return (
    <span className="flex size-8 items-center justify-center rounded-full" style={{ background: color }}>
      <svg
        width="18"
        height="18"
        viewBox="0 0 24 24"
        fill="none"
        stroke={readableOn(color)}
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={path} />
      </svg>
    </span>
  );
}
