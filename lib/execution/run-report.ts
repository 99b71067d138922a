/** What a running skill says of itself, kept and announced while it runs. Floor 3. */
import type { Context } from '../context.ts'
import { redactText, type Secret } from '../contract/json/redact.ts'
import { toStorable } from '../contract/json/storable.ts'
import { saveProgress } from '../db/runs.ts'
import type { LogLine, SandboxEvent } from '../sandbox/sandbox.ts'
import { announceRun } from './run-announcements.ts'

// Most runs are over sooner, and then the database hears of them once.
const WRITE_EVERY_MS = 300

type Reported = { id: string; organisationId: string }

/** Collects events; writes the latest of them every so often until `stop`, which waits for the last write. */
export function reportRun(db: Context['db'], run: Reported, secrets: readonly Secret[]) {
  const logs: LogLine[] = []
  let progress: number | undefined
  let note: string | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<unknown> = Promise.resolve()

  async function write() {
    timer = undefined
    await saveProgress(db, run.id, { progress, note, logs })
    await announceRun(db, { runId: run.id, organisationId: run.organisationId, what: 'progress' })
  }

  return {
    onEvent(event: SandboxEvent) {
      if (event.kind === 'log') {
        const { level, text, atMs } = event
        logs.push({ level, text: redactText(text, secrets), atMs })
      } else {
        progress = Math.min(1, Math.max(0, event.fraction))
        note = toStorable(redactText(event.note, secrets))
      }
      timer ??= setTimeout(() => {
        // Progress is a courtesy: one that cannot be written must not end the run.
        writing = write().catch(() => {})
      }, WRITE_EVERY_MS)
    },
    async stop() {
      clearTimeout(timer)
      await writing
    },
  }
}
