import { useCallback, useEffect, useState } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { isEnded } from '#lib/runs/model/run-states.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { followEvents } from '../browser/follow-events.ts'
import { attemptAction } from '../ui/use-action.ts'

/**
 * A run that this tab started, stored so that it survives a reload. A page attends the run it follows; the oldest
 * other one is watched in the background.
 */
export type OpenRun = { id: string; skillName: string }

type OpenRunStorage = { read: () => string | null; write: (text: string) => void }

export const MAX_OPEN_RUNS = 10

export function createOpenRuns(storage: OpenRunStorage) {
  const attended = new Map<string, number>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const read = () => parseRuns(storage.read())
  const write = (runs: OpenRun[]) => storage.write(JSON.stringify(runs.slice(-MAX_OPEN_RUNS)))

  return {
    add({ id, skillName }: OpenRun) {
      if (read().some((run) => run.id === id)) return
      write([...read(), { id, skillName }])
      notify()
    },
    forget(id: string) {
      write(read().filter((run) => run.id !== id))
      notify()
    },
    attend(id: string): () => void {
      attended.set(id, (attended.get(id) ?? 0) + 1)
      notify()
      return () => {
        attended.set(id, (attended.get(id) ?? 1) - 1)
        notify()
      }
    },
    next(): OpenRun | undefined {
      return read().find(({ id }) => !attended.get(id))
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function parseRuns(text: string | null): OpenRun[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isOpenRun) : []
  } catch {
    return []
  }
}

function isOpenRun(value: unknown): value is OpenRun {
  const run = value as Partial<OpenRun> | null
  return typeof run?.id === 'string' && typeof run.skillName === 'string'
}

const STORAGE_KEY = 'guildhall:open-runs'

/** Without storage, the end of a run that was left is not reported. */
export const openRuns = createOpenRuns({
  read() {
    try {
      return sessionStorage.getItem(STORAGE_KEY)
    } catch {
      return null
    }
  },
  write(text) {
    try {
      sessionStorage.setItem(STORAGE_KEY, text)
    } catch {
      // The storage is disabled or full.
    }
  },
})

/** Follows a run until it has ended; the parts of its output come before the run. Returns a function that stops. */
export function followRun(
  id: string,
  {
    onRun,
    onPart,
    onGone,
  }: { onRun: (run: RunView) => void; onPart?: (value: Json) => void; onGone?: () => void },
): () => void {
  const stop = followEvents(`/api/runs/${id}/events`, {
    onEvent({ type, data }) {
      if (type === 'part') return onPart?.((JSON.parse(data) as { value: Json }).value)
      const run: RunView = JSON.parse(data)
      // A stream that ends is opened again, so it is stopped once the run has ended.
      if (isEnded(run.state)) stop()
      onRun(run)
    },
    onGone,
  })
  return stop
}

async function cancelRun(id: string): Promise<ActionResult<void>> {
  const response = await fetch(`/api/runs/${id}/cancel`, { method: 'POST' })
  if (response.ok) return { ok: true, data: undefined }
  const { error } = (await response.json()) as { error: PublicError }
  return { ok: false, error }
}

/** A page that is drawn for each of many parts would not respond. */
const SHOW_PARTS_EVERY_MS = 100

/** The list is copied, because React compares what it has shown. */
function withParts(run: RunView, parts: readonly Json[]): RunView {
  return parts.length === 0 ? run : { ...run, parts: [...parts] }
}

type LiveRun = {
  run: RunView | undefined
  follow: (run: RunView | undefined) => void
  cancel: () => Promise<ActionResult<void>>
}

export function useLiveRun(initial?: RunView): LiveRun {
  const [run, follow] = useState(initial)
  const { id, skillName, partCount = 0, parts = [] } = run ?? {}
  const hasEnded = run !== undefined && isEnded(run.state)
  // The events complete a partial run, and have the parts of its output.
  const isComplete = run?.isPartial !== true && parts.length >= partCount
  const isOpen = run !== undefined && (!hasEnded || !isComplete)

  useEffect(() => {
    if (!id || !skillName || !isOpen) return
    if (!hasEnded) openRuns.add({ id, skillName })
    const leave = openRuns.attend(id)
    const emitted: Json[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const showParts = () => {
      timer = undefined
      follow((shown) => (shown?.id === id ? withParts(shown, emitted) : shown))
    }
    const stop = followRun(id, {
      onRun(now) {
        if (isEnded(now.state)) openRuns.forget(id)
        follow((shown) => (shown?.id === now.id ? withParts(now, emitted) : shown))
      },
      onPart(value) {
        emitted.push(value)
        timer ??= setTimeout(showParts, SHOW_PARTS_EVERY_MS)
      },
      onGone: () => openRuns.forget(id),
    })
    return () => {
      clearTimeout(timer)
      stop()
      leave()
    }
  }, [id, skillName, isOpen, hasEnded])

  const cancel = useCallback(
    () => attemptAction(async () => (id ? cancelRun(id) : { ok: true, data: undefined })),
    [id],
  )
  return { run, follow, cancel }
}
