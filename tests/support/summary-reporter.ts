import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with one plain line that people and machines read alike. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (test.result().state === 'passed') passed += 1;
        else if (test.result().state === 'failed') failed += 1;
      }
      if (module.state() === 'failed' && module.errors().length > 0) failed += 1;
    }
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
