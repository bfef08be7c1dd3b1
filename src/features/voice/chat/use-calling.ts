import { useEffect, useState } from 'preact/hooks';
import type { ChatStore } from '#features/conversations/chat/store/chat-store.ts';

type Calling = { isOn: boolean; redraws: Set<() => void> };

const callings = new WeakMap<ChatStore, Calling>();

/**
 * Whether somebody calls in a chat, and what changes that. The button and the call stand apart in the field, and both know
 * of it; with the call that is taken away (`isCall`) it is over.
 */
export function useCalling(
  store: ChatStore,
  isCall = false,
): [isCalling: boolean, setCalling: (isCalling: boolean) => void] {
  const [calling] = useState(() => {
    const known = callings.get(store) ?? { isOn: false, redraws: new Set() };
    callings.set(store, known);
    return known;
  });
  const [, setDrawn] = useState(0);
  useEffect(() => {
    const again = () => setDrawn((drawn) => drawn + 1);
    calling.redraws.add(again);
    return () => {
      calling.redraws.delete(again);
      if (isCall) calling.isOn = false;
    };
  }, [calling, isCall]);
  return [
    calling.isOn,
    (isOn) => {
      calling.isOn = isOn;
      for (const again of calling.redraws) again();
    },
  ];
}
