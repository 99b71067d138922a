'use client'

import { Download, Ellipsis, GitBranch, Settings, Sparkles, Trash2, Upload } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { writeDocument } from '#lib/contracts/document/read-document.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formatProgram } from '#lib/publishing/model/draft-program.ts'
import { saveFile } from '../../browser/save-file.ts'
import { DraftSaveStatus } from '../../drafts/draft-save-status.tsx'
import { textAt } from '../../drafts/edit-document.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dialogs/dropdown-menu.tsx'
import { FilePicker } from '../../ui/forms/file-picker.tsx'
import { toast } from '../../ui/toast.ts'
import { attemptAction } from '../../ui/use-action.ts'
import { useAssistant } from './assistant/assistant-context.tsx'
import { type Incoming, ReplaceDialog } from './replace-dialog.tsx'
import { useStudio } from './state/studio-context.tsx'
import type { StudioData } from './state/studio-data.ts'
import { useStudioLocation } from './state/studio-navigation.ts'

export function StudioHeader() {
  const { data, state, store } = useStudio()
  return (
    <header
      data-sticky="top"
      className="sticky top-(--header-height) z-30 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-border border-b bg-background/95 px-4 py-3 backdrop-blur-sm sm:-mx-6 sm:px-6"
    >
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h1 className="truncate font-semibold text-lg tracking-tight">
          {textAt(state.document, '/name') || 'Unnamed SkillSet'}
        </h1>
        <code className="truncate max-sm:hidden text-muted-foreground text-sm">
          {data.publisher.handle}.{state.slug}
        </code>
        {data.draft.program && (
          <p className="w-full text-muted-foreground text-xs [overflow-wrap:anywhere]">
            Written by {formatProgram(data.draft.program)}, with the API key “{data.draft.program.keyName}”
          </p>
        )}
      </div>
      <div className="flex min-w-0 items-center gap-3 max-sm:w-full max-sm:justify-between">
        <DraftSaveStatus save={state.save} onRetry={store.retry} />
        <AssistantButton />
        <StudioMenu />
      </div>
    </header>
  )
}

/** Begins with the skill that the page shows; absent if the site has no model. */
function AssistantButton() {
  const open = useAssistant()
  const { skill = 0 } = useStudioLocation()
  if (!open) return null
  return (
    <Button size="sm" variant="outline" onClick={() => open({ skill })}>
      <Sparkles aria-hidden /> Assistant
    </Button>
  )
}

function StudioMenu() {
  const { data, state, store, actions } = useStudio()
  const [incoming, setIncoming] = useState<Incoming>()
  const [isDeleting, setDeleting] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const author = data.draft.program ? formatProgram(data.draft.program) : ''

  async function download() {
    const name = `${state.slug}.skillset.json`
    const isSaved = await store.flush()
    const response = isSaved && (await fetch(paths.draft(data.skillSetId)).catch(() => null))
    // Without a connection, saves the draft as it is on this page.
    if (!response) return saveFile(name, writeDocument(state.document))
    if (response.ok) return saveFile(name, await response.text())
    const { error }: { error: PublicError } = await response.json()
    toast.error(error.message, { description: error.suggested_action })
  }

  async function offerReplacement(sourceName: string, read: () => Promise<Incoming['result']>) {
    setIncoming({ sourceName, result: await attemptAction(read) })
  }

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="icon-sm" variant="outline" aria-label="More about this draft">
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={download}>
            <Download aria-hidden /> Download JSON
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => picker.current?.click()}>
            <Upload aria-hidden /> Upload JSON…
          </DropdownMenuItem>
          {data.latest && (
            <DropdownMenuItem
              onSelect={() => offerReplacement(`version ${data.latest}`, actions.readPublished)}
            >
              <GitBranch aria-hidden /> Start over from {data.latest}…
            </DropdownMenuItem>
          )}
          {data.draft.program && data.draft.beforeProgramAtMs !== null && (
            <DropdownMenuItem
              onSelect={() =>
                offerReplacement(`its state before ${author} changed it`, actions.readBeforeProgram)
              }
            >
              <GitBranch aria-hidden /> Restore the draft from before the program…
            </DropdownMenuItem>
          )}
          <SettingsItem skillSetId={data.skillSetId} />
          <DropdownMenuSeparator />
          <DropdownMenuItem destructive onSelect={() => setDeleting(true)}>
            <Trash2 aria-hidden />{' '}
            {hasPublishedVersion(data) ? 'Discard this draft…' : 'Delete this SkillSet…'}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <FilePicker
        ref={picker}
        accept=".json,.js,.mjs,.ts,.txt,application/json"
        aria-label="SkillSet as JSON"
        onFile={(file) =>
          offerReplacement(file.name, async () => actions.readUpload({ text: await file.text() }))
        }
      />
      <ReplaceDialog incoming={incoming} onClose={() => setIncoming(undefined)} />
      <DeleteDialog isOpen={isDeleting} onOpenChange={setDeleting} />
    </>
  )
}

function SettingsItem({ skillSetId }: { skillSetId: string }) {
  const router = useRouter()
  return (
    <DropdownMenuItem onSelect={() => router.push(paths.skillSetSettings(skillSetId))}>
      <Settings aria-hidden /> Settings
    </DropdownMenuItem>
  )
}

type DeleteDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

function DeleteDialog({ isOpen, onOpenChange }: DeleteDialogProps) {
  const { data, store, actions } = useStudio()
  const router = useRouter()
  const isPublished = hasPublishedVersion(data)

  async function remove() {
    await store.flush()
    return isPublished ? actions.discard(store.get().revision) : actions.deleteSkillSet()
  }

  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={isPublished ? 'Discard this draft?' : 'Delete this SkillSet?'}
      description={
        isPublished
          ? 'All changes since the last version will be lost. Published versions are not affected.'
          : 'The draft, its examples and its test runs will be deleted. Download the JSON first if you may need it again.'
      }
      confirmLabel={isPublished ? 'Discard' : 'Delete'}
      onConfirm={remove}
      onDone={() => {
        toast.success(isPublished ? 'The draft was discarded.' : 'The SkillSet was deleted.')
        router.push(paths.publish)
      }}
    />
  )
}

/** Of a SkillSet that was ever published, only the draft can be deleted: others may have installed its versions. */
function hasPublishedVersion({ versions }: Pick<StudioData, 'versions'>): boolean {
  return versions.some(({ state }) => state === 'PUBLISHED' || state === 'DEPRECATED' || state === 'YANKED')
}
