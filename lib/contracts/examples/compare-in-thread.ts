/** Compares outputs in a worker thread: both may have megabytes. */
import type { Json } from '../../kernel/json/json.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import type { compareOutputs, OutputDifference, proposeAssertions } from './assertions.ts'
import type { ExampleAssertion } from './example-assertion.ts'

/** `owner` is whose share of the threads is used. Throws INVALID_INPUT if comparing takes too long. */
export function compareOutputsInThread(
  args: [recorded: Json, output: Json, assertions?: readonly ExampleAssertion[]],
  owner: string,
): Promise<OutputDifference[]> {
  return runInThread<typeof compareOutputs>('compare-outputs', args, { owner })
}

export function proposeInThread(
  args: [first: Json, second: Json],
  owner: string,
): Promise<ExampleAssertion[]> {
  return runInThread<typeof proposeAssertions>('propose-assertions', args, { owner })
}
