import { paths } from '../../../kernel/site/paths.ts'
import type { RunView } from '../../../runs/views/run-view.ts'

/** What the command line of a publisher reads of a test run, ended or not. `origin` is that of the site. */
export function testRunAnswer(run: RunView, origin: string) {
  const { id, state, output, error, errorDetail, warnings, logs, durationMs, charged } = run
  return {
    ...{ run_id: id, state, output, error, warnings, logs, charged },
    ...(run.progress !== undefined && { progress: run.progress }),
    ...(run.progressNote !== undefined && { progress_note: run.progressNote }),
    trace: errorDetail?.stack,
    duration_ms: durationMs,
    url: origin + paths.run(id),
  }
}
