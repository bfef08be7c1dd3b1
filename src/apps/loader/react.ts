import { createElement, useEffect, useRef } from 'react';
import type * as Types from './react-types.d.ts';
import { agentOf, mountAgent } from './wrapper.ts';

type Props = Types.ChatelierAgentProps;

/** Registers what the page can do; of each name the newest handler runs, whenever it was made. */
function register(number: number, newest: { current: Props }): void {
  for (const name of Object.keys(newest.current.tools ?? {}))
    agentOf(number)?.registerTool(name, (given, extra) => newest.current.tools?.[name]?.(given, extra));
}

/** An agent in a React app: a launcher, or with `mode="inline"` a chat where the component stands. */
export function ChatelierAgent(props: Props) {
  const { number, origin, mode, delay, identity, variables } = props;
  const place = useRef<HTMLDivElement>(null);
  const newest = useRef(props);
  newest.current = props;
  const [told, said] = [JSON.stringify(variables), JSON.stringify(identity)];
  const names = Object.keys(props.tools ?? {}).join(' ');
  useEffect(
    () =>
      mountAgent({ number, origin, mode, delay }, place.current, (event, value) => {
        const name = `on${event[0]!.toUpperCase()}${event.slice(1)}`;
        const { [name as keyof Props]: listener } = newest.current;
        if (event === 'ready') {
          if (newest.current.variables) agentOf(number)?.setVariables(newest.current.variables);
          if (newest.current.identity) agentOf(number)?.identify(newest.current.identity);
          register(number, newest);
        }
        (listener as ((value?: unknown) => void) | undefined)?.(value);
      }),
    [number, origin, mode, delay],
  );
  useEffect(() => {
    if (told) agentOf(number)?.setVariables(JSON.parse(told) as Record<string, unknown>);
  }, [number, told]);
  useEffect(() => {
    if (said) agentOf(number)?.identify(JSON.parse(said) as NonNullable<Props['identity']>);
  }, [number, said]);
  useEffect(() => {
    register(number, newest);
    return () => {
      for (const name of names.split(' ').filter(Boolean)) agentOf(number)?.registerTool(name, null);
    };
  }, [number, names]);
  return mode === 'inline'
    ? createElement('div', { ref: place, className: props.className, style: props.style ?? { height: 600 } })
    : null;
}

/** What the page can do with the agent: `chatelierAgent(123).open()`. */
export { agentOf as chatelierAgent } from './wrapper.ts';

/* Pages in TypeScript are promised no more than there is. */
ChatelierAgent satisfies typeof Types.ChatelierAgent;
agentOf satisfies (number: number) => Omit<Types.Agent, 'on'> | undefined;
