import { createUsePuck, useGetPuck, type ComponentData, type Data, type PuckApi } from '@puckeditor/core';
import { useMemo } from 'react';
import { newBlockId } from '../builder/block-clipboard.ts';
import { showBlock } from '../builder/show-block.ts';

/** What is looked at in the canvas, by a selector. */
export const useCanvas = createUsePuck();

export const rootZone = 'root:default-zone';

export type CanvasActions = ReturnType<typeof actionsOf>;

/** Everything that is done to the page, by mouse and by keyboard alike. */
function actionsOf(get: () => PuckApi) {
  const select = (index: number, zone: string): void => {
    get().dispatch({ type: 'setUi', ui: { itemSelector: { index, zone } } });
    const id = get().getItemBySelector({ index, zone })?.props.id;
    if (id !== undefined) showBlock(id);
  };
  /** Where the next block goes: behind the chosen one, else to the end. */
  const behind = (): { index: number; zone: string } => {
    const { appState } = get();
    const { itemSelector } = appState.ui;
    return itemSelector
      ? { index: itemSelector.index + 1, zone: itemSelector.zone ?? rootZone }
      : { index: appState.data.content.length, zone: rootZone };
  };
  const place = (id: string) => get().getSelectorForId(id);
  return {
    select: (id: string | null): void => {
      const found = id === null ? undefined : place(id);
      get().dispatch({ type: 'setUi', ui: { itemSelector: found ?? null } });
      if (id !== null && found) showBlock(id);
    },
    add: (type: string): void => {
      const { index, zone } = behind();
      get().dispatch({ type: 'insert', componentType: type, destinationIndex: index, destinationZone: zone });
      select(index, zone);
    },
    /** Puts a block of another page here, with ids of its own. */
    paste: (block: ComponentData): void => {
      const { index, zone } = behind();
      const made = newBlockId(block);
      get().dispatch({
        type: 'insert',
        componentType: made.type,
        destinationIndex: index,
        destinationZone: zone,
        id: made.props.id,
      });
      get().dispatch({ type: 'replace', destinationIndex: index, destinationZone: zone, data: made });
      select(index, zone);
    },
    change: (item: ComponentData, props: Record<string, unknown>): void => {
      const found = place(item.props.id);
      if (!found) return;
      get().dispatch({
        type: 'replace',
        destinationIndex: found.index,
        destinationZone: found.zone,
        data: { ...item, props: { ...item.props, ...props } },
      });
    },
    /** Up or down among the blocks beside it; false at the end. */
    move: (id: string, by: 1 | -1): boolean => {
      const found = place(id);
      if (!found) return false;
      const to = found.index + by;
      if (to < 0 || !get().getItemBySelector({ index: to, zone: found.zone })) return false;
      get().dispatch({
        type: 'reorder',
        sourceIndex: found.index,
        destinationIndex: to,
        destinationZone: found.zone,
      });
      select(to, found.zone);
      return true;
    },
    duplicate: (id: string): void => {
      const found = place(id);
      if (found) get().dispatch({ type: 'duplicate', sourceIndex: found.index, sourceZone: found.zone });
    },
    remove: (id: string): void => {
      const found = place(id);
      if (found) get().dispatch({ type: 'remove', index: found.index, zone: found.zone });
    },
    changeRoot: (props: Record<string, unknown>): void => {
      const { root } = get().appState.data;
      get().dispatch({ type: 'replaceRoot', root: { ...root, props: { ...root.props, ...props } } });
    },
    /** Another state of the whole page; the chosen block stays chosen where it still is. */
    show: (canvas: Data): void => {
      const chosen = get().selectedItem?.props.id as string | undefined;
      get().dispatch({ type: 'setData', data: () => canvas, recordHistory: false });
      const found = chosen === undefined ? undefined : place(chosen);
      get().dispatch({ type: 'setUi', ui: { itemSelector: found ?? null } });
    },
  };
}

export function useCanvasActions(): CanvasActions {
  const get = useGetPuck();
  return useMemo(() => actionsOf(get), [get]);
}
