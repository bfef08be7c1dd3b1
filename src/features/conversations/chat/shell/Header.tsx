/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
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
  /** So many icons are in the menu instead, because the name has no room beside them; three at most. */
  folded: number;
  /** The name doesn't fit. */
  onTight: () => void;
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
  folded,
  onTight,
  onClose,
  isMenuOpen,
  onMenu,
  switcher,
  person,
}: HeaderProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const { scrollWidth, clientWidth } = title.current!;
    if (folded < 3 && scrollWidth > clientWidth) onTight();
  });
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
    <header class={folded > 2 ? 'cw-header cw-tight' : 'cw-header'}>
      <Avatar agent={agent} />
      <div class="cw-title">
        <h1 ref={title}>{agent.name}</h1>
        {(person || agent.disclosure) && <p>{t(person ? 'people.with' : 'header.assistant', person)}</p>}
      </div>
      <div class="cw-tools">
        {switcher}
        {/* The menu has it too; beside a switcher the name would have no room. */}
        {onRestart && !switcher && !folded && tool('edit', t('header.newChat'), onRestart)}
        {agent.appearance.themeToggle &&
          folded < 3 &&
          tool(
            theme === 'dark' ? 'sun' : 'moon',
            t(theme === 'dark' ? 'header.toLight' : 'header.toDark'),
            onTheme,
          )}
        {onWide &&
          folded < 2 &&
          tool(isWide ? 'shrink' : 'expand', t(isWide ? 'header.shrink' : 'header.expand'), onWide)}
        {tool('more', t('menu.open'), onMenu, { 'aria-haspopup': 'menu', 'aria-expanded': isMenuOpen })}
        {onClose && tool('close', t('header.close'), onClose)}
      </div>
    </header>
  );
}
