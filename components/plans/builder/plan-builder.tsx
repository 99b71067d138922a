'use client'

import { Copy, Download, EllipsisVertical, FileUp, PackagePlus, Pencil, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useRef, useState } from 'react'
import { readDocument, writeDocument } from '#lib/contracts/document/read-document.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { saveFile } from '../../browser/save-file.ts'
import { DraftConflictNotice, DraftRestoredNotice } from '../../drafts/draft-notices.tsx'
import { DraftSaveStatus } from '../../drafts/draft-save-status.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dialogs/dropdown-menu.tsx'
import { FilePicker } from '../../ui/forms/file-picker.tsx'
import { controlClasses } from '../../ui/forms/input.tsx'
import { Link } from '../../ui/link.tsx'
import { TabsContent } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { attemptAction } from '../../ui/use-action.ts'
import { listStepObjects } from '../document/edit-plan.ts'
import { usePlanEditing } from '../parts/plan-editing.tsx'
import { PlanGraph, PlanTabs, PlanTotals, type PlanViewMode } from '../parts/plan-overview.tsx'
import { AddStepDialog } from './add-step-dialog.tsx'
import { CheckPanel } from './check-panel.tsx'
import {
  type PlanBuilderActions,
  PlanBuilderProvider,
  type PlanPage,
  useSavedPlan,
} from './plan-builder-context.tsx'
import { PlanDetailsForm } from './plan-details-form.tsx'
import { BrokenJson, PlanJsonView, usePlanJson } from './plan-json-view.tsx'
import { ReadOnlyPlan } from './read-only-plan.tsx'
import { RunPlanButton } from './run-plan-button.tsx'
import { StepCard } from './step-card.tsx'
import { useStepActions } from './use-step-actions.ts'

type PlanBuilderProps = {
  page: PlanPage
  actions: PlanBuilderActions
  automate: ReactNode
}

export function PlanBuilder({ page, actions, automate }: PlanBuilderProps) {
  return (
    <PlanBuilderProvider page={page} actions={actions}>
      {page.saved.canChange ? (
        <Builder memoryKey={`guildhall-plan-text:${page.viewerId}:${page.saved.id}`} automate={automate} />
      ) : (
        <ReadOnlyPlan saved={page.saved} create={actions.create} automate={automate} />
      )}
    </PlanBuilderProvider>
  )
}

function Builder({ memoryKey, automate }: { memoryKey: string; automate: ReactNode }) {
  const { state, store, slug } = useSavedPlan()
  const [view, setView] = useState<PlanViewMode>('steps')
  const { open, actions, goTo } = useStepActions()
  const jsonEditor = usePlanJson(memoryKey)

  const goToStep = (pointer: string) => {
    setView('steps')
    goTo(pointer)
  }
  const unlessBroken = (content: ReactNode) =>
    jsonEditor.issue ? (
      <BrokenJson issue={jsonEditor.issue.message} discard={jsonEditor.discard} fix={() => setView('json')} />
    ) : (
      content
    )
  return (
    <div className="grid grid-cols-1 gap-6">
      <BuilderHeader goToStep={goToStep} automate={automate} />
      <DraftRestoredNotice state={state} store={store} />
      <DraftConflictNotice state={state} store={store} noun="plan" fileName={`${slug}.mine.plan.json`} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <PlanTabs label="Plan view" view={view} onViewChange={setView}>
          <TabsContent value="steps" className="grid grid-cols-1 gap-4">
            {unlessBroken(<StepList open={open} actions={actions} />)}
          </TabsContent>
          <TabsContent value="graph">
            {unlessBroken(<PlanGraph onOpen={(index) => goToStep(`/steps/${index}`)} />)}
          </TabsContent>
          <TabsContent value="json">
            <PlanJsonView jsonState={jsonEditor} />
          </TabsContent>
        </PlanTabs>
        <aside aria-label="Plan check" className="grid gap-4 lg:sticky lg:top-20">
          <CheckPanel goTo={goToStep} />
        </aside>
      </div>
    </div>
  )
}

type BuilderHeaderProps = { goToStep: (pointer: string) => void; automate: ReactNode }

function BuilderHeader({ goToStep, automate }: BuilderHeaderProps) {
  const { state, store } = useSavedPlan()
  return (
    <header className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Link href={paths.plans} className="text-muted-foreground text-sm">
          Plans
        </Link>
        <DraftSaveStatus save={state.save} onRetry={store.retry} />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <PlanTitle />
        <div className="flex flex-wrap items-center gap-2">
          <RunPlanButton goTo={goToStep} />
          {automate}
          <PlanMenu />
        </div>
      </div>
      <PlanTotals />
    </header>
  )
}

type Steps = ReturnType<typeof useStepActions>

function StepList({ open, actions }: Pick<Steps, 'open' | 'actions'>) {
  const steps = listStepObjects(usePlanEditing().plan)
  return (
    <>
      <PlanDetailsForm />
      <ol aria-label="Steps" className="grid grid-cols-1 gap-3">
        {steps.map(({ step, index }) => (
          <StepCard
            key={index}
            step={step}
            index={index}
            count={steps.length}
            isOpen={open.has(index)}
            actions={actions}
          />
        ))}
      </ol>
      <AddStepDialog onAdd={actions.add} onAddApproval={actions.addApproval} isFirst={steps.length === 0} />
    </>
  )
}

function PlanTitle() {
  const { title, setTitle } = useSavedPlan()
  return (
    <div className="min-w-0 flex-1 basis-64">
      <h1 className="sr-only">{title || 'Untitled plan'}</h1>
      <input
        aria-label="Plan name"
        value={title}
        maxLength={120}
        placeholder="Untitled plan"
        className={cn(
          controlClasses,
          '-ml-2 h-10 border-transparent bg-transparent px-2 font-semibold text-2xl tracking-tight shadow-none hover:border-input focus:border-input sm:text-2xl',
        )}
        onChange={({ target }) => setTitle(target.value)}
      />
    </div>
  )
}

function focusTitle() {
  const title = document.querySelector<HTMLInputElement>('input[aria-label="Plan name"]')
  title?.focus()
  title?.select()
}

function PlanMenu() {
  const { plan, edit } = usePlanEditing()
  const { slug, store, title, create, remove } = useSavedPlan()
  const router = useRouter()
  const [isDeleting, setDeleting] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isRenaming = useRef(false)

  /** The menu returns the focus to its button as it closes, so only now can another element get it. */
  function onMenuClosed(event: Event) {
    if (!isRenaming.current) return
    isRenaming.current = false
    event.preventDefault()
    focusTitle()
  }

  async function importPlan(file: File) {
    const { document, issues } = readDocument(await file.text())
    if (!document) return toast.error(`${file.name}: ${issues[0]?.message}`)
    const before = plan
    edit(() => document)
    toast(`Imported ${file.name}.`, { action: { label: 'Undo', onClick: () => edit(() => before) } })
  }
  async function duplicate() {
    const copy = { title: `${title || 'Untitled plan'} (copy)`.slice(0, 120), text: JSON.stringify(plan) }
    const result = await attemptAction(() => create(copy))
    if (!result.ok) return void toast.error(result.error.message)
    router.push(paths.plan(result.data.slug))
  }
  async function publish() {
    if (await store.flush()) router.push(paths.planSkill(slug))
    else toast.error('The plan could not be saved. Save it before you publish it.')
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" size="icon" aria-label="More plan actions">
            <EllipsisVertical aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" onCloseAutoFocus={onMenuClosed}>
          <DropdownMenuItem
            onSelect={() => {
              isRenaming.current = true
            }}
          >
            <Pencil aria-hidden /> Rename
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={duplicate}>
            <Copy aria-hidden /> Duplicate
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => saveFile(`${slug}.plan.json`, writeDocument(plan))}>
            <Download aria-hidden /> Export JSON
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => input.current?.click()}>
            <FileUp aria-hidden /> Import JSON
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={publish}>
            <PackagePlus aria-hidden /> Publish as skill
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setDeleting(true)}>
            <Trash2 aria-hidden /> Delete
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete “${title}”?`}
        description="The plan will be deleted for everyone in your organisation. Its past runs and their changes stay."
        confirmLabel="Delete"
        onConfirm={() => remove(slug)}
        onDone={() => router.push(paths.plans)}
      />
      <FilePicker
        ref={input}
        aria-hidden
        data-file="plan"
        accept="application/json,.json"
        onFile={importPlan}
      />
    </>
  )
}
