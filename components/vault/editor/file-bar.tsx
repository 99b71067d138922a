'use client'

import {
  BookOpen,
  Columns2,
  Download,
  FolderPen,
  History,
  MoreHorizontal,
  Pencil,
  Trash2,
  Users,
} from 'lucide-react'
import { formatList } from '#lib/kernel/text/format.ts'
import { folderOf, vaultFileName } from '#lib/vault/model/vault-path.ts'
import type { EditorMode, OpenDocumentView, OpenElsewhere } from '#lib/vault/workspace/workspace-view.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dialogs/dropdown-menu.tsx'
import { type ModeOption, ModeSwitch } from '../../ui/mode-switch.tsx'
import { isMarkdown, isTable } from '../file-kinds.ts'

type TextSaveState = { label: string; hint: string; tone: 'calm' | 'busy' | 'alarm' }

type FileBarProps = {
  path: string
  mode: EditorMode
  saved?: TextSaveState
  elsewhere?: OpenElsewhere
  downloadHref: string
  onMode: (mode: EditorMode) => void
  onHistory: () => void
  onMove: () => void
  onDelete: () => void
}

const MODE_CHOICES: ModeOption<EditorMode>[] = [
  { mode: 'source', label: 'Write', Icon: Pencil },
  { mode: 'split', label: 'Write and preview side by side', Icon: Columns2, isWide: true },
  { mode: 'preview', label: 'Preview', Icon: BookOpen },
]

export function FileBar({
  path,
  mode,
  saved,
  elsewhere,
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
        <bdi className="font-medium text-foreground">{vaultFileName(path)}</bdi>
      </p>
      {elsewhere?.path === path && <ElsewhereBadge elsewhere={elsewhere} />}
      {saved && <SaveBadge {...saved} />}
      {saved && (isMarkdown(path) || isTable(path)) && (
        <ModeSwitch label="View" options={MODE_CHOICES} value={mode} isIconOnly onChange={onMode} />
      )}
      <FileMenu {...{ downloadHref, onHistory, onMove, onDelete }} />
    </div>
  )
}

type FileMenuProps = Pick<FileBarProps, 'downloadHref' | 'onHistory' | 'onMove' | 'onDelete'>

function FileMenu({ downloadHref, onHistory, onMove, onDelete }: FileMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label="More file actions">
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
  )
}

/** Tells who else looks at this file, so that changes which appear are no surprise. */
function ElsewhereBadge({ elsewhere }: { elsewhere: OpenElsewhere }) {
  const label = describeElsewhere(elsewhere)
  if (label === undefined) return null
  return (
    <p
      role="status"
      title={`${label}. Changes of all who have it open are merged as they are typed.`}
      className="flex min-w-0 items-center gap-1.5 text-muted-foreground text-xs"
    >
      <Users aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate max-sm:sr-only">{label}</span>
    </p>
  )
}

/** Returns undefined if nobody else has the file open. */
export function describeElsewhere({ people, ownWindows }: OpenElsewhere): string | undefined {
  const [first, second, ...more] = people
  const named =
    more.length > 0
      ? [first!, second!, `${more.length} more`]
      : [first, second].filter((name) => name !== undefined)
  const parts = ownWindows > 0 ? [...named, 'another window of yours'] : named
  return parts.length === 0 ? undefined : `Also open: ${formatList(parts, 'and')}`
}

const DOTS = { calm: 'bg-success', busy: 'bg-warning', alarm: 'bg-destructive' }

function SaveBadge({ label, hint, tone }: TextSaveState) {
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
      {label}
    </p>
  )
}

type SaveFacts = {
  isWaiting: boolean
  isOffline: boolean
  version?: number
  document: Pick<OpenDocumentView, 'version' | 'savedVersion' | 'conflict' | 'problem'> | undefined
}

export function saveState({ isWaiting, isOffline, version = 0, document }: SaveFacts): TextSaveState {
  if (isOffline) {
    return {
      label: 'Offline',
      hint: isWaiting
        ? 'Your changes are stored on this page and sent when you are back online. Do not close the page.'
        : 'There is no connection to the server. You can keep writing.',
      tone: 'alarm',
    }
  }
  if (document?.conflict) {
    return { label: 'Conflict', hint: 'The vault contains a different version of this file.', tone: 'alarm' }
  }
  if (document?.problem) return { label: 'Not saved', hint: document.problem, tone: 'alarm' }
  if (isWaiting || (document && Math.max(version, document.version) > document.savedVersion)) {
    return { label: 'Saving…', hint: 'Your changes are being saved.', tone: 'busy' }
  }
  return { label: 'Saved', hint: 'All changes are saved.', tone: 'calm' }
}
