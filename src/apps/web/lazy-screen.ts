import i18next from 'i18next';
import type { QueryClient } from '@tanstack/react-query';
import type { RouteComponent } from '@tanstack/react-router';
import { createElement, lazy, type ComponentType } from 'react';

/**
 * How often a screen's code is tried again, and how long before each (ms × attempt). Source: the
 * specification, "Lazy screens".
 */
export const lazyRetries = 3;
export const lazyWait = 1_000;

/** Thrown when a screen's code cannot be loaded; the error screen names the screen. */
export class ScreenLoadError extends Error {
  readonly screen: string;
  constructor(screen: string, cause: unknown) {
    super(`Failed to import ${screen}`, { cause });
    this.name = 'ScreenLoadError';
    this.screen = screen;
  }
}

/**
 * Runs an import of a file whose screen is named `…Page`, again up to three times after 1, 2 and 3 seconds.
 */
export async function withRetries<T>(
  screen: string,
  load: () => Promise<T>,
  pause: (ms: number) => Promise<void> = wait,
): Promise<T> {
  let failure: unknown;
  for (let attempt = 1; ; attempt++) {
    try {
      return await (attempt === 1 ? load() : again(attempt));
    } catch (error) {
      failure ??= error;
      if (attempt > lazyRetries) throw new ScreenLoadError(screen, error);
      await pause(lazyWait * attempt);
    }
  }

  /**
   * Browsers remember a module that did not come and never ask for it again; another address makes them ask.
   */
  async function again(attempt: number): Promise<T> {
    const url = failure instanceof Error ? /https?:\/\/\S+?\.js/.exec(failure.message)?.[0] : undefined;
    if (!url) return load();
    const file = (await import(/* @vite-ignore */ `${url}?again=${attempt}`)) as Record<string, unknown>;
    const [, component] = Object.entries(file).find(([name]) => name.endsWith('Page')) ?? [];
    return component === undefined ? load() : (component as T);
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A screen, and its name under `shell:screens`. */
export type LazyScreen = RouteComponent & { screenName: string };

/** A screen whose code and texts come together when it is needed (or pointed at). */
export function lazyScreen(
  name: string,
  texts: readonly string[],
  load: () => Promise<ComponentType>,
): LazyScreen {
  let started: Promise<ComponentType> | undefined;
  const start = () => {
    started ??= Promise.all([withRetries(name, load), i18next.loadNamespaces(texts)]).then(
      ([component]) => component,
      (error: unknown) => {
        started = undefined;
        throw error;
      },
    );
    return started;
  };
  const Screen = lazy(async () => ({ default: await start() }));
  // A failed preload is no error yet: the screen tries again when it is really opened.
  return Object.assign(() => createElement(Screen), {
    screenName: name,
    preload: () =>
      start().then(
        () => undefined,
        () => undefined,
      ),
  });
}

/** A screen and where it is. */
export type ScreenAt<Frame, Path> = {
  /** The address and its aliases. */
  routes: readonly Path[];
  /** What it reads first, asked for beside its code and not after it. */
  reads?: (client: QueryClient, params: Readonly<Record<string, string>>) => void;
  /** `bare`: signed-out screens without the shell. */
  frame: Frame;
  screen: LazyScreen;
};
