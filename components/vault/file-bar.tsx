'use client'

/** Above an open file: where it is, whether it is saved, how it is shown, and what can be done with it. */
import {
  BookOpen,
  Columns2,
  Download,
  FolderPen,
  History,
  MoreHorizontal,
  Pencil,
  Trash2,
} from 'lucide-react'
import { folderOf, nameOf } from '#lib/contract/vault/vault-path.ts'
import type { Mode } from '#lib/workspace/workspace-view.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx'
import { isMarkdown } from './file-kinds.ts'
import type { SaveState } from './save-state.ts'

type FileBarProps = {
  path: string
  mode: Mode
  /** Absent for a file that is only looked at. */
  saved?: SaveState
  downloadHref: string
  onMode: (mode: Mode) => void
  onHistory: () => void
  onMove: () => void
  onDelete: () => void
}

const MODE_CHOICES = [
  { mode: 'source', label: 'Write', Icon: Pencil },
  { mode: 'split', label: 'Write and preview side by side', Icon: Columns2 },
  { mode: 'preview', label: 'Preview', Icon: BookOpen },
] as const

export function FileBar({
  path,
  mode,
  saved,
  downloadHref,
  onMode,
  onHistory,
  onMove,
  onDelete,
}: FileBarProps) {
  return (
    <div className="flex min-h-11 items-center gap-2 border-border border-b px-3">
      <p className="min-w-0 flex-1 truncate text-muted-foreground text-sm" title={path}>
        {folderOf(path) && <span className="max-sm:hidden">{folderOf(path).replaceAll('/', ' / ')} / </span>}
        <bdi className="font-medium text-foreground">{nameOf(path)}</bdi>
      </p>
      {saved && <SaveBadge {...saved} />}
      {saved && isMarkdown(path) && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame
        <div role="group" aria-label="How the text is shown" className="flex">
          {MODE_CHOICES.map(({ mode: each, label, Icon }) => (
            <Button
              key={each}
              variant="ghost"
              size="icon-sm"
              aria-label={label}
              title={label}
              aria-pressed={mode === each}
              className={cn('aria-pressed:bg-accent', each === 'split' && 'max-md:hidden')}
              onClick={() => onMode(each)}
            >
              <Icon aria-hidden />
            </Button>
          ))}
        </div>
      )}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label="More for this file">
            <MoreHorizontal aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={onHistory}>
            <History aria-hidden />
            History of this file
          </DropdownMenuItem>
          <DropdownMenuItem asChild>
            <a href={downloadHref} download>
              <Download aria-hidden />
              Download
            </a>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={onMove}>
            <FolderPen aria-hidden />
            Rename or move
          </DropdownMenuItem>
          <DropdownMenuItem destructive onSelect={onDelete}>
            <Trash2 aria-hidden />
            Move to trash
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  )
}

const DOTS = { calm: 'bg-success', busy: 'bg-warning', alarm: 'bg-destructive' }

function SaveBadge({ word, hint, tone }: SaveState) {
  return (
    <p
      role="status"
      title={hint}
      className={cn(
        'flex shrink-0 items-center gap-1.5 text-xs',
        tone === 'alarm' ? 'font-medium text-destructive' : 'text-muted-foreground',
      )}
    >
      <span aria-hidden className={cn('size-2 rounded-full', DOTS[tone])} />
      {word}
    </p>
  )
}
