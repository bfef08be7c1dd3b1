import {
  Ellipsis,
  Hourglass,
  MessageSquarePlus,
  Monitor,
  Moon,
  PanelBottomClose,
  PanelBottomOpen,
  Smartphone,
  Sun,
  UserPlus,
  Waypoints,
} from 'lucide-react';
import { createContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatTheme } from '#shared/embed/protocol.ts';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';

export type PreviewDevice = 'desktop' | 'phone';

/** What other features put beside the preview. */
export type PreviewParts = { trace(answerId: string | null, onClose: () => void): ReactNode };
export const PreviewPartsContext = createContext<PreviewParts | null>(null);

export type PreviewControlsProps = {
  /** Without device and heading, where a sheet on a phone shows the preview. */
  bare: boolean;
  device: PreviewDevice;
  onDevice: (device: PreviewDevice) => void;
  theme: ChatTheme;
  onTheme: () => void;
  isOpen: boolean;
  onOpen: () => void;
  onNewChat: () => void;
  onNewVisitor: () => void;
  onInactivity: () => void;
  /** Null where no trace can be shown. */
  onTrace: (() => void) | null;
};

/** Everything that the preview can pretend. */
export function PreviewControls(props: PreviewControlsProps) {
  const { t } = useTranslation('agents');
  const { bare, device, theme, isOpen, onTrace } = props;
  const icon = { size: 16 };
  return (
    <div className="flex items-center justify-end gap-1 pb-2">
      {!bare && <h2 className="mr-auto truncate text-sm font-medium text-muted">{t('preview.title')}</h2>}
      <div role="group" aria-label={t('preview.device')} className={bare ? 'hidden' : 'flex'}>
        <IconButton
          size="sm"
          label={t('preview.desktop')}
          aria-pressed={device === 'desktop'}
          active={device === 'desktop'}
          onClick={() => props.onDevice('desktop')}
        >
          <Monitor {...icon} />
        </IconButton>
        <IconButton
          size="sm"
          label={t('preview.phone')}
          aria-pressed={device === 'phone'}
          active={device === 'phone'}
          onClick={() => props.onDevice('phone')}
        >
          <Smartphone {...icon} />
        </IconButton>
      </div>
      <IconButton
        size="sm"
        label={t(theme === 'dark' ? 'preview.toLight' : 'preview.toDark')}
        onClick={props.onTheme}
      >
        {theme === 'dark' ? <Sun {...icon} /> : <Moon {...icon} />}
      </IconButton>
      {onTrace && (
        <IconButton size="sm" label={t('preview.trace')} onClick={onTrace}>
          <Waypoints {...icon} />
        </IconButton>
      )}
      <Button size="sm" variant="ghost" icon={<MessageSquarePlus {...icon} />} onClick={props.onNewChat}>
        {t('preview.restart')}
      </Button>
      <DropdownMenu
        label={t('preview.more')}
        trigger={
          <IconButton size="sm" label={t('preview.more')} tooltip={false}>
            <Ellipsis {...icon} />
          </IconButton>
        }
        items={[
          { label: t('preview.newVisitor'), icon: <UserPlus {...icon} />, onSelect: props.onNewVisitor },
          {
            label: t(isOpen ? 'preview.closeChat' : 'preview.openChat'),
            icon: isOpen ? <PanelBottomClose {...icon} /> : <PanelBottomOpen {...icon} />,
            onSelect: props.onOpen,
          },
          { label: t('preview.inactivity'), icon: <Hourglass {...icon} />, onSelect: props.onInactivity },
        ]}
      />
    </div>
  );
}
