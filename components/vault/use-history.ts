'use client'

/** The history of a file or of the whole vault, looked at again when the vault changes. */
import { useCallback, useEffect, useState } from 'react'
import type { FileLine, JournalLine } from '#lib/vault/history.ts'
import { fileHistory, type HistoryLine, vaultHistory } from './history-lines.ts'
import type { VaultActions } from './vault-actions.ts'

type Wanted = {
  organisation: string
  /** The whole vault's when absent. */
  path: string | undefined
  changes: number
  actions: Pick<VaultActions, 'fileHistory' | 'journal'>
}

/** `lines` are undefined until they have come; `more` brings earlier ones, where there are any. */
export function useHistory({ organisation, path, changes, actions }: Wanted): {
  lines: HistoryLine[] | undefined
  more: (() => void) | undefined
} {
  const [found, setFound] = useState<Found>()

  const load = useCallback(
    async (after?: Found) => {
      const next = await readMore(organisation, path, after, actions).catch(() => undefined)
      setFound((shown) => next ?? shown)
    },
    [organisation, path, actions],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the vault is why to look again
  useEffect(() => {
    void load()
  }, [load, changes])

  return {
    lines: found && linesOf(found),
    more: found?.hasMore ? () => void load(found) : undefined,
  }
}

const PAGE = 50

type Found = { hasMore: boolean } & (
  | { of: 'file'; lines: FileLine[] }
  | { of: 'vault'; lines: JournalLine[] }
)

async function readMore(
  organisation: string,
  path: string | undefined,
  after: Found | undefined,
  actions: Pick<VaultActions, 'fileHistory' | 'journal'>,
): Promise<Found | undefined> {
  if (path !== undefined) {
    const shown = after?.of === 'file' ? after.lines : []
    const result = await actions.fileHistory(organisation, path, shown.at(-1)?.seq)
    if (!result.ok) return undefined
    return { of: 'file', lines: [...shown, ...result.data], hasMore: result.data.length === PAGE }
  }
  const shown = after?.of === 'vault' ? after.lines : []
  const result = await actions.journal(organisation, shown.at(-1)?.operationId)
  if (!result.ok) return undefined
  return { of: 'vault', lines: [...shown, ...result.data], hasMore: result.data.length === PAGE }
}

function linesOf(found: Found): HistoryLine[] {
  return found.of === 'file' ? fileHistory(found.lines) : vaultHistory(found.lines)
}
