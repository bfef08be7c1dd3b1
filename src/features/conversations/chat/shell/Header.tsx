/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { ChatTheme } from '#shared/embed/protocol.ts';
import { Avatar } from './Avatar.tsx';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';
import type { Translate } from './texts.ts';
import type { PublicAgent } from '../store/visitor-types.ts';

export type HeaderProps = {
  agent: PublicAgent;
  t: Translate;
  theme: ChatTheme;
  onTheme: () => void;
  /** Missing while there is nothing to put aside. */
  onRestart?: () => void;
  isWide?: boolean;
  onWide?: () => void;
  onClose?: () => void;
  isMenuOpen: boolean;
  onMenu: () => void;
  switcher?: ComponentChildren;
  /** Who talks instead of the AI. */
  person?: { name: string };
};

/** Who one talks to, and what one can do with the chat itself. */
export function Header({
  agent,
  t,
  theme,
  onTheme,
  onRestart,
  isWide,
  onWide,
  onClose,
  isMenuOpen,
  onMenu,
  switcher,
  person,
}: HeaderProps) {
  const tool = (
    icon: IconName,
    label: string,
    act: () => void,
    more?: { 'aria-haspopup': 'menu'; 'aria-expanded': boolean },
  ) => (
    <button
      type="button"
      class="cw-button cw-icon-button"
      aria-label={label}
      title={label}
      onClick={act}
      {...more}
    >
      <Icon name={icon} size={20} />
    </button>
  );
  return (
    <header class="cw-header">
      <Avatar agent={agent} />
      <div class="cw-title">
        <h1>{agent.name}</h1>
        {(person || agent.disclosure) && <p>{t(person ? 'people.with' : 'header.assistant', person)}</p>}
      </div>
      <div class="cw-tools">
        {switcher}
        {/* The menu has it too; beside a switcher the name would have no room. */}
        {onRestart && !switcher && tool('edit', t('header.newChat'), onRestart)}
        {agent.appearance.themeToggle &&
          tool(
            theme === 'dark' ? 'sun' : 'moon',
            t(theme === 'dark' ? 'header.toLight' : 'header.toDark'),
            onTheme,
          )}
        {onWide && tool(isWide ? 'shrink' : 'expand', t(isWide ? 'header.shrink' : 'header.expand'), onWide)}
        {tool('more', t('menu.open'), onMenu, { 'aria-haspopup': 'menu', 'aria-expanded': isMenuOpen })}
        {onClose && tool('close', t('header.close'), onClose)}
      </div>
    </header>
  );
}
