import type { Json } from '../../json/json.ts'
import { isLargeForPage } from '../../run-model/size-limits.ts'
import type { RunView } from './run-view.ts'

type Contents = Pick<RunView, 'input'> &
  Partial<Pick<RunView, 'output' | 'coercions' | 'migration' | 'toolResult' | 'isPartial'>>

/** Without large values: writing them into a page would stop the server for seconds. The page loads them afterwards. */
export function truncateForPage<Run extends Contents>(run: Run): Run {
  const { input, output = null, coercions = [], migration = null, toolResult = null } = run
  const contents = [input, output, coercions, migration, toolResult] as Json
  if (!isLargeForPage(contents)) return run
  const { output: _, migration: __, toolResult: ___, ...rest } = run
  return { ...rest, input: null, ...(run.coercions && { coercions: [] }), isPartial: true } as Run
}
