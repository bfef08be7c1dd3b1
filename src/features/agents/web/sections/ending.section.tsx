import { useSection } from '../editor/editor-section.ts';
import { DraftFields, SwitchSetting, TextSetting } from '../settings/setting.tsx';

/** The button that ends a conversation, and what comes after. */
export function EndingSection() {
  const { enabled } = useSection().draft.ending;
  return (
    <DraftFields>
      <SwitchSetting path="ending.enabled" />
      {enabled && (
        <>
          <SwitchSetting path="ending.askRating" />
          <TextSetting path="ending.redirectUrl" type="url" placeholder="https://" spellCheck={false} />
        </>
      )}
    </DraftFields>
  );
}
