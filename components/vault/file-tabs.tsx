'use client'

/** The open files, one of them in front. */
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { nameOf } from '#lib/contract/vault/vault-path.ts'
import type { WorkspaceView } from '#lib/workspace/workspace-view.ts'
import { cn } from '../ui/cn.ts'

type FileTabsProps = {
  workspace: WorkspaceView
  onChoose: (leafId: string) => void
  onClose: (leafId: string) => void
}

export function FileTabs({ workspace, onChoose, onClose }: FileTabsProps) {
  const { leaves, activeLeafId, documents } = workspace
  const active = useRef<HTMLLIElement>(null)

  useEffect(() => {
    if (activeLeafId) active.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeLeafId])

  return (
    <ul aria-label="Open files" className="flex min-w-0 overflow-x-auto [scrollbar-width:none]">
      {leaves.map(({ id, path }) => {
        const isActive = id === activeLeafId
        const hasRival = documents.some((each) => each.path === path && each.rival)
        return (
          <li
            key={id}
            ref={isActive ? active : undefined}
            className={cn(
              'group/tab flex h-9 max-w-52 shrink-0 items-center border-border border-r pr-1',
              isActive ? 'bg-background shadow-[inset_0_2px_0_var(--primary)]' : 'bg-muted/50',
            )}
          >
            <button
              type="button"
              aria-current={isActive || undefined}
              title={path}
              onClick={() => onChoose(id)}
              onAuxClick={(event) => event.button === 1 && onClose(id)}
              className={cn(
                'h-full min-w-0 truncate px-2.5 text-sm -outline-offset-2',
                isActive ? 'font-medium' : 'text-muted-foreground hover:text-foreground',
                hasRival && 'text-destructive',
              )}
            >
              {nameOf(path)}
            </button>
            <button
              type="button"
              aria-label={`Close ${nameOf(path)}`}
              onClick={() => onClose(id)}
              className="grid size-6 shrink-0 place-items-center rounded-sm text-muted-foreground hover:bg-border hover:text-foreground"
            >
              <X className="size-3.5" aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
