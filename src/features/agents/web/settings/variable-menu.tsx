import { Braces, RotateCw } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { contactVariables, variableText } from '#shared/chat/prompt-variables.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { DropdownMenu, type MenuItem } from '#ui/controls/menu.tsx';

type Props = {
  disabled: boolean;
  /** Puts one into the text. */
  onChoose: (variable: string) => void;
  /** Brings the person back to the text, once the menu is gone. */
  onDone: () => void;
};

/**
 * Everything that instructions may ask to know of the visitor and the conversation, the account's own fields
 * among it.
 */
export function VariableMenu({ disabled, onChoose, onDone }: Props) {
  const { t } = useTranslation('agents-look');
  const mayReadFields = useUser().can['contacts.read'] !== false;
  const { data, error, refetch } = useEndpoint('GET /api/custom-fields', {}, { enabled: mayReadFields });
  const hasChosen = useRef(false);
  const item = (variable: string, label: string): MenuItem => ({
    label: (
      <span className="flex items-baseline justify-between gap-6">
        <span className="truncate">{label}</span>
        <code className="shrink-0 text-sm text-muted">{variable}</code>
      </span>
    ),
    onSelect: () => {
      hasChosen.current = true;
      onChoose(variable);
    },
  });
  const own = (scope: 'contact' | 'conversation'): MenuItem[] =>
    (data?.fields ?? [])
      .filter((field) => field.scope === scope && !field.isArchived)
      .map(({ key, label }) => item(variableText(scope, key), label));
  const [ofContact, ofConversation] = [own('contact'), own('conversation')];
  const items: MenuItem[] = [
    { heading: t('variables.contact') },
    ...contactVariables.map((key) => item(variableText('contact', key), t(`variables.fields.${key}`))),
    ...(ofContact.length > 0 ? [{ heading: t('variables.ownContact') }, ...ofContact] : []),
    ...(ofConversation.length > 0 ? [{ heading: t('variables.ownConversation') }, ...ofConversation] : []),
    ...(error && !data
      ? [
          'separator' as const,
          {
            label: t('variables.unreadable'),
            icon: <RotateCw size={16} />,
            onSelect: () => void refetch(),
          },
        ]
      : []),
  ];
  return (
    <DropdownMenu
      align="start"
      label={t('variables.open')}
      items={items}
      onClosed={(event) => {
        if (!hasChosen.current) return;
        hasChosen.current = false;
        event.preventDefault();
        onDone();
      }}
      trigger={
        <Button disabled={disabled} icon={<Braces size={16} />}>
          {t('variables.open')}
        </Button>
      }
    />
  );
}
