'use client'

/** The history of a file or of the whole vault, looked at again when the vault changes. */
import { useEffect, useState } from 'react'
import { fileHistory, type HistoryLine, vaultHistory } from './history-lines.ts'
import type { VaultActions } from './vault-actions.ts'

type Wanted = {
  organisation: string
  /** The whole vault's when absent. */
  path: string | undefined
  changes: number
  actions: Pick<VaultActions, 'fileHistory' | 'journal'>
}

/** Of lines of the journal: what is shown at first, and how much is added. */
const PAGE = 50
/** Longer ago than anybody scrolls. */
const MOST = 2_000

/** `lines` are undefined until they have come; `more` brings earlier ones, where there are any. */
export function useHistory({ organisation, path, changes, actions }: Wanted): {
  lines: HistoryLine[] | undefined
  more: (() => void) | undefined
} {
  const [limits, setLimits] = useState<ReadonlyMap<string | undefined, number>>(new Map())
  const [found, setFound] = useState<Found>()
  const limit = limits.get(path) ?? PAGE

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the vault is why to look again
  useEffect(() => {
    let isOver = false
    void read({ organisation, path, limit, actions })
      .catch(() => undefined)
      // What comes late is of another file, or older than what is shown.
      .then((next) => {
        if (next && !isOver) setFound(next)
      })
    return () => {
      isOver = true
    }
  }, [organisation, path, limit, actions, changes])

  const hasMore = found?.hasMore && limit < MOST
  return {
    lines: found?.lines,
    more: hasMore ? () => setLimits(new Map(limits).set(path, limit + PAGE)) : undefined,
  }
}

type Found = { lines: HistoryLine[]; hasMore: boolean }

async function read({
  organisation,
  path,
  limit,
  actions,
}: Omit<Wanted, 'changes'> & { limit: number }): Promise<Found | undefined> {
  if (path !== undefined) {
    const result = await actions.fileHistory(organisation, path, limit)
    return result.ok ? { lines: fileHistory(result.data), hasMore: result.data.length === limit } : undefined
  }
  const result = await actions.journal(organisation, limit)
  return result.ok ? { lines: vaultHistory(result.data), hasMore: result.data.length === limit } : undefined
}
