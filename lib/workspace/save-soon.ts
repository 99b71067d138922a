/**
 * Saving what was typed, a moment after the typing stops. Floor 3.
 *
 * The text is safe in its row all the while; what waits here is only its way into the vault. When this process ends
 * before it is done, the next look at the workspace does it (`getWorkspace`).
 */
import type { Database } from '../db/client.ts'
import { saveDocument, saveTyped } from './save-document.ts'
import type { Owner } from './workspace-view.ts'

const QUIET_MS = 1_200
/** Whoever types without a pause is saved all the same. */
const LONGEST_MS = 15_000

type Waiting = { timer: NodeJS.Timeout; since: number }

// Next evaluates modules once per bundle; a text must not be saved by two timers.
const kept = globalThis as unknown as { guildhallSaving?: Map<string, Waiting> }
function waiting(): Map<string, Waiting> {
  kept.guildhallSaving ??= new Map()
  return kept.guildhallSaving
}

export function saveSoon(db: Database, owner: Owner, documentId: string): void {
  const before = waiting().get(documentId)
  clearTimeout(before?.timer)
  const since = before?.since ?? Date.now()
  const timer = setTimeout(
    () => {
      // What goes wrong stands in the row, for the page to show.
      void saveNow(db, owner, documentId, since).catch(() => {})
    },
    Math.min(QUIET_MS, since + LONGEST_MS - Date.now()),
  )
  timer.unref()
  waiting().set(documentId, { timer, since })
}

/** A tool that never came to save what it wrote is not waited for longer than that. */
async function saveNow(db: Database, owner: Owner, documentId: string, since: number): Promise<void> {
  const mine = waiting().get(documentId)
  let isOver = true
  try {
    if (Date.now() >= since + LONGEST_MS) await saveDocument(db, owner, { documentId })
    else isOver = await saveTyped(db, owner, documentId)
  } finally {
    // Else somebody has typed meanwhile, and another timer runs.
    if (waiting().get(documentId) === mine) {
      if (isOver) waiting().delete(documentId)
      else saveSoon(db, owner, documentId)
    }
  }
}
