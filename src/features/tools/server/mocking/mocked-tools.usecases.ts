import type { Simulation } from '#platform/http/access.ts';
import { failure, outsideData, type AgentTool } from '../tools.usecases.ts';

/** What a tool without a mock of its own is said to have given. */
const nothingSaid = '{"result":"Tool called."}';
const longestMock = 8_000;

/** A mock in words is what is said where no model puts it into its own; of data that is left to the engine. */
const saidOf = (result: string): { said?: string } =>
  /^\s*[[{"]/.test(result) || result.trim() === '' ? {} : { said: result.slice(0, longestMock) };

/** The tool, doing nothing: it answers what the simulation says. What is wrong with a call is told as ever. */
function mocked(tool: AgentTool, result: string): AgentTool {
  return {
    ...tool,
    async run(input) {
      const problem = (await tool.check?.(input)) ?? null;
      if (problem) return problem;
      return result.startsWith('{"error"')
        ? failure('failed', result.slice(0, longestMock))
        : { content: outsideData(result, longestMock), ...saidOf(result) };
    },
  };
}

/**
 * Tools as a simulated conversation has them. Those that come from elsewhere do nothing; where the owner wants it
 * so, those that only look something up do so in earnest. Our own and those of the demo store work within the
 * conversation and stay as they are, but for what has a mock or costs money outside.
 */
export function mockedTools(
  tools: readonly AgentTool[],
  simulation: Simulation,
  isOurs: (tool: AgentTool) => boolean,
): AgentTool[] {
  return tools.map((tool) => {
    const mock = Object.hasOwn(simulation.mocks, tool.name) ? simulation.mocks[tool.name] : undefined;
    if (mock !== undefined) return mocked(tool, mock);
    if (isOurs(tool) || tool.isSelfContained) return tool;
    return simulation.isReading && (tool.risk ?? 'read') === 'read' ? tool : mocked(tool, nothingSaid);
  });
}
