/**
 * The runs that this tab has started and that have not ended as far as it knows, whichever page it shows.
 *
 * They are kept in the tab's own storage, so that they outlive a reload and no other tab tells of them again. A
 * run is attended while a page follows it; the oldest that nobody attends is the one to watch from the side.
 */
export type OpenRun = { id: string; skillName: string }

/** Where it keeps them; a browser may refuse to. */
export type Shelf = { read: () => string | null; write: (text: string) => void }

/** What is older is not told of: nobody waits for it any more. */
export const MOST_KEPT = 10

export function makeOpenRuns(shelf: Shelf) {
  const attended = new Map<string, number>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const read = () => parseRuns(shelf.read())
  const write = (runs: OpenRun[]) => shelf.write(JSON.stringify(runs.slice(-MOST_KEPT)))

  return {
    keep({ id, skillName }: OpenRun) {
      if (read().some((run) => run.id === id)) return
      write([...read(), { id, skillName }])
      tell()
    },
    forget(id: string) {
      write(read().filter((run) => run.id !== id))
      tell()
    },
    /** A page follows the run until the function that comes back is called. */
    attend(id: string): () => void {
      attended.set(id, (attended.get(id) ?? 0) + 1)
      tell()
      return () => {
        attended.set(id, (attended.get(id) ?? 1) - 1)
        tell()
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

const KEY = 'guildhall:open-runs'

/** Of this tab. Where the browser keeps nothing, nothing is told. */
export const openRuns = makeOpenRuns({
  read() {
    try {
      return sessionStorage.getItem(KEY)
    } catch {
      return null
    }
  },
  write(text) {
    try {
      sessionStorage.setItem(KEY, text)
    } catch {
      // Storage is off or full.
    }
  },
})
