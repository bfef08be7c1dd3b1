import type { FormAction, FormBlock, FormDocument, FormRule } from '#shared/forms/document.ts';
import { isSame, mergeChanges } from '#features/agents/web/editor/agent-draft.ts';
import { mergeLists } from '#features/agents/web/editor/merge-lists.ts';
import { freeName } from './blocks.ts';

/** What the builder edits. */
export type EditedForm = {
  name: string;
  document: FormDocument;
};

/**
 * Somebody else's form with one's own changes since `base` on it: fields, rules and screens by themselves, and of one of
 * them its parts. Where both changed the same part, one's own stands.
 */
export function mergeForms(base: EditedForm, mine: EditedForm, theirs: EditedForm): EditedForm {
  const [old, other] = [base.document, theirs.document];
  const own = withNamesOfItsOwn(old, mine.document, other);
  const settings = mergeChanges(old.settings, own.settings, other.settings);
  return {
    name: mergeChanges(base.name, mine.name, theirs.name),
    document: {
      ...other,
      blocks: mergeLists([old.blocks, own.blocks, other.blocks], ({ key }) => key, merged),
      rules: mergeLists([old.rules, own.rules, other.rules], ({ id }) => id, merged),
      screens: mergeLists([old.screens, own.screens, other.screens], ({ id }) => id, merged),
      settings,
    },
  };
}

const merged = <T>(was: T | undefined, here: T, there: T): T => mergeChanges(was ?? there, here, there);

/**
 * New things are named by their kind, so that two people give the same name to two of them: one's own have another name
 * then, wherever they are spoken of.
 */
function withNamesOfItsOwn(base: FormDocument, mine: FormDocument, theirs: FormDocument): FormDocument {
  const keys = renames([base.blocks, mine.blocks, theirs.blocks], ({ key }) => key);
  const screens = renames([base.screens, mine.screens, theirs.screens], ({ id }) => id);
  const key = (name: string): string => keys.get(name) ?? name;
  const filled = (text: string): string =>
    text.replaceAll(/\{\{ ?(\w{1,80}) ?\}\}/g, (whole, name: string) =>
      keys.has(name) ? `{{${key(name)}}}` : whole,
    );
  const action = (one: FormAction): FormAction => {
    if (one.type === 'jump') return { ...one, to: key(one.to) };
    if (one.type === 'end') return { ...one, screen: screens.get(one.screen) ?? one.screen };
    return { ...one, field: key(one.field) };
  };
  const spoken = mine.rules.map((rule): FormRule => ({
    ...rule,
    groups: rule.groups.map((group) => ({
      ...group,
      conditions: group.conditions.map((condition) => ({ ...condition, field: key(condition.field) })),
    })),
    actions: rule.actions.map(action),
  }));
  // Rules that looked alike may speak of two things now.
  const ids = renames([base.rules, spoken, theirs.rules], ({ id }) => id);
  return {
    ...mine,
    blocks: mine.blocks.map((block): FormBlock => ({
      ...block,
      key: key(block.key),
      label: filled(block.label),
      help: filled(block.help),
    })),
    rules: spoken.map((rule) => ({ ...rule, id: ids.get(rule.id) ?? rule.id })),
    screens: mine.screens.map((screen) => ({
      ...screen,
      id: screens.get(screen.id) ?? screen.id,
      title: filled(screen.title),
      text: filled(screen.text),
    })),
    settings: {
      ...mine.settings,
      reply: {
        ...mine.settings.reply,
        subject: filled(mine.settings.reply.subject),
        text: filled(mine.settings.reply.text),
      },
    },
  };
}

/** Other names for what both made under one name and not alike. */
function renames<T>(
  [base, mine, theirs]: readonly [readonly T[], readonly T[], readonly T[]],
  nameOf: (entry: T) => string,
): Map<string, string> {
  const old = new Set(base.map(nameOf));
  const taken = new Set([...base, ...mine, ...theirs].map(nameOf));
  const others = new Map(theirs.map((entry) => [nameOf(entry), entry]));
  const found = new Map<string, string>();
  for (const made of mine) {
    const name = nameOf(made);
    if (old.has(name) || !others.has(name) || isSame(made, others.get(name))) continue;
    const free = freeName(name.replace(/_\d+$/, ''), taken);
    taken.add(free);
    found.set(name, free);
  }
  return found;
}
