import type { ReactNode } from 'react';

export type ToastVariant = 'default' | 'error' | 'destructive' | 'success' | 'warning' | 'info';
export type ToastInput = {
  /** Without one the variant names itself: "Error", "Success!". */
  title?: ReactNode;
  description?: ReactNode;
  variant?: ToastVariant;
  action?: { label: string; onClick: () => void };
  duration?: number;
};
export type Toast = ToastInput & {
  id: number;
  open: boolean;
};

/** How many toasts show at a time. Source: the specification, "Toasts". */
export const visibleToasts = 1;
/** How long a toast stays, in ms. Source: the specification, "Toasts". */
export const toastDuration = 5_000;
/** How long a closed toast is kept before it is forgotten, in ms. Source: the specification, "Toasts". */
export const toastRemovalDelay = 1_000_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message for a moment; a newer one replaces it. Returns its id. */
export function toast(input: ToastInput): number {
  const id = ++lastId;
  set([{ ...input, id, open: true }, ...toasts].slice(0, visibleToasts));
  return id;
}

/** Closes a toast; it is forgotten after the removal delay (or when a newer one needs its place). */
export function dismissToast(id: number): void {
  set(toasts.map((item) => (item.id === id ? { ...item, open: false } : item)));
  setTimeout(() => set(toasts.filter((item) => item.id !== id)), toastRemovalDelay);
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}
