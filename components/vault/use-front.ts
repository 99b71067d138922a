'use client'

/** The file in front: brought there by the page's address, by a click, or by a tool; the address follows it. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Leaf, WorkspaceView } from '#lib/workspace/workspace-view.ts'
import type { WorkspaceOperation } from './vault-actions.ts'

type Wanted = {
  workspace: WorkspaceView
  /** The file that the page's address names; another object each time that somebody goes there. */
  asked: { path: string } | undefined
  arrange: (operation: WorkspaceOperation) => Promise<boolean>
  /** Unfolds the tree as far as the file. */
  reveal: (path: string) => void
  /** Whatever is over the page makes way. */
  onOpen: () => void
}

/** A line to go to, from 0; a new object each time. */
export type Jump = { path: string; line: number }

export type Front = {
  leaf: Leaf | undefined
  jump: Jump | undefined
  /** True when it is open. */
  open: (path: string) => Promise<boolean>
  openAt: (path: string, line: number) => Promise<void>
  jumpTo: (jump: Jump) => void
}

export function useFront({ workspace, asked, arrange, reveal, onOpen }: Wanted): Front {
  const [jump, jumpTo] = useState<Jump>()
  const leaf = workspace.leaves.find(({ id }) => id === workspace.activeLeafId)
  const open = useCallback(
    (path: string) => {
      onOpen()
      return arrange({ do: 'open', path })
    },
    [arrange, onOpen],
  )

  const wasAsked = useRef<{ path: string }>(undefined)
  useEffect(() => {
    if (!asked || wasAsked.current === asked) return
    wasAsked.current = asked
    void open(asked.path)
  }, [asked, open])

  const path = leaf?.path
  useEffect(() => {
    if (path) reveal(path)
    const address = path ? `?${new URLSearchParams({ file: path })}` : location.pathname
    // The address is that of what is in front, so that it can be kept and sent.
    window.history.replaceState(window.history.state, '', address)
  }, [path, reveal])

  return {
    leaf,
    jump,
    open,
    async openAt(wanted, line) {
      if (await open(wanted)) jumpTo({ path: wanted, line })
    },
    jumpTo,
  }
}
