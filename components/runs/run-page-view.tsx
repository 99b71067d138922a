'use client'

import { ArrowLeftRight, GitCompareArrows, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { Json } from '#lib/kernel/json/json.ts'
import { isCallableName } from '#lib/kernel/names/skill-name.ts'
import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import type { SentText } from '#lib/protocols/http/requests/parse-test-run.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { AddedExample } from '#lib/publishing/drafts/add-example.ts'
import { isEnded } from '#lib/runs/model/run-states.ts'
import type { SentFormRun } from '#lib/runs/start/run-options.ts'
import type { PresetView, RunPage, RunView, ShareLine } from '#lib/runs/views/run-view.ts'
import { CancelRunButton } from '../output/cancel-run-button.tsx'
import { OutputPanel } from '../output/output-panel.tsx'
import { type PlanFromRuns, SaveAsPlan } from '../plans/save-as-plan.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../ui/dialogs/dropdown-menu.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.ts'
import { useAction } from '../ui/use-action.ts'
import { useLiveRun } from './open-runs.ts'
import { ExampleDialog, PresetDialog } from './save-run-dialogs.tsx'
import { SHARE_EXPLANATION, type ShareActions, ShareLinks } from './share-links.tsx'

type Shared = { sharedAtMs: number | null }

type ShareFailureAction = (runId: string, share: boolean) => Promise<ActionResult<Shared>>

type RunActions = {
  startRun: (request: SentFormRun) => Promise<ActionResult<RunView>>
  savePreset: (skillName: string, name: string, input: SentText) => Promise<ActionResult<PresetView>>
  shareRun: (
    runId: string,
    ...options: Parameters<ShareActions['share']>
  ) => ReturnType<ShareActions['share']>
  revokeShare: (id: string) => Promise<ActionResult<void>>
  planFromRuns: PlanFromRuns
  shareFailure: ShareFailureAction
  addExample: (runId: string, title: string) => Promise<ActionResult<AddedExample>>
  deleteRunContent: (runId: string) => Promise<ActionResult<void>>
}

export function RunPageView({ page, actions }: { page: RunPage; actions: RunActions }) {
  const { skill, canManage, canAddExample, shares, detailsFor } = page
  const { run: live = page.run, cancel } = useLiveRun(page.run)
  // Deleting the content sends no event, so the run of the refreshed page counts then.
  const run = page.run.purgedAtMs === undefined ? live : page.run
  const hasEnded = isEnded(run.state)
  // Inline code is not stored; drafts run in their studio.
  const isPurged = run.purgedAtMs !== undefined
  const canRepeat =
    hasEnded && !isPurged && !run.isPartial && run.mode === 'production' && isCallableName(run.skillName)

  const router = useRouter()
  const [, startNext] = useAction()
  const runWithInput = (args: Json) =>
    startNext(
      () =>
        actions.startRun({
          name: run.skillName,
          version: run.versionNumber,
          args: JSON.stringify(args),
          maxPrice: maxPriceOf(run),
        }),
      (begun) => router.push(paths.run(begun.id)),
    )

  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap gap-2">
        {canRepeat && <RepeatButtons run={run} otherVersions={page.otherVersions} actions={actions} />}
        {hasEnded && !isPurged && (
          <LinkButton href={paths.compareRuns(run.id)} variant="outline">
            <ArrowLeftRight aria-hidden /> Compare
          </LinkButton>
        )}
        {canAddExample && run.state === 'succeeded' && !isPurged && (
          <ExampleDialog add={(title) => actions.addExample(run.id, title)} />
        )}
        {!hasEnded && canManage && <CancelRunButton cancel={cancel} />}
      </div>
      <OutputPanel
        run={run}
        before={page.before ?? undefined}
        response={skill?.response}
        stream={skill?.stream}
        buttons={skill?.buttons}
        onRun={canRepeat ? runWithInput : undefined}
      />
      {detailsFor && !isPurged && (run.state === 'failed' || run.state === 'timed_out') && (
        <ShareFailure {...detailsFor} share={(isShared) => actions.shareFailure(run.id, isShared)} />
      )}
      {hasEnded && canManage && !isPurged && (
        <ShareCard
          shares={shares}
          share={(options) => actions.shareRun(run.id, options)}
          revoke={actions.revokeShare}
        />
      )}
      {hasEnded && canManage && !isPurged && run.planStep === undefined && (
        <DeleteContent remove={() => actions.deleteRunContent(run.id)} />
      )}
    </div>
  )
}

type RepeatButtonsProps = { run: RunView; otherVersions: string[]; actions: RunActions }

function RepeatButtons({ run, otherVersions, actions }: RepeatButtonsProps) {
  const router = useRouter()
  const [isStarting, startAgain] = useAction()
  const { id: rerunOfId, skillName: name, input: args } = run
  const runAgain = (options: { version: string; maxPrice?: string }) =>
    startAgain(
      () => actions.startRun({ name, args: JSON.stringify(args), rerunOfId, ...options }),
      (begun) => router.push(paths.run(begun.id)),
    )

  return (
    <>
      <Button pending={isStarting} onClick={() => runAgain({ version: run.versionNumber })}>
        <RotateCw aria-hidden /> Run again
      </Button>
      {otherVersions.length > 0 && (
        <VersionMenu
          versions={otherVersions}
          onChoose={(version) => runAgain({ version, maxPrice: maxPriceOf(run) })}
        />
      )}
      <LinkButton
        href={`${skillNamePath(run.skillName)}?from=${encodeURIComponent(run.id)}`}
        variant="outline"
      >
        <Pencil aria-hidden /> Edit and run again
      </LinkButton>
      <SaveAsPlan ids={[run.id]} createPlan={actions.planFromRuns} />
      <PresetDialog
        size="md"
        save={(name) => actions.savePreset(run.skillName, name, { text: JSON.stringify(run.input) })}
      />
    </>
  )
}

/** Limits the price, because another version may cost more. */
function maxPriceOf({ charged = '0', price = '0' }: RunView): string {
  return charged === '0' ? price : charged
}

type VersionMenuProps = { versions: string[]; onChoose: (version: string) => void }

/** Compares another version with this run, for example before an update. */
function VersionMenu({ versions, onChoose }: VersionMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline">
          <GitCompareArrows aria-hidden /> Run on another version
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {versions.map((version) => (
          <DropdownMenuItem key={version} onSelect={() => onChoose(version)}>
            {version}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function DeleteContent({ remove }: { remove: () => Promise<ActionResult<void>> }) {
  const router = useRouter()
  return (
    <ConfirmDialog
      title="Delete the input and output of this run?"
      description="Input, output and logs of this run, and of the runs that it called, are permanently deleted, and its links end. The run stays in the history with its receipt."
      confirmLabel="Delete"
      onConfirm={remove}
      onDone={() => {
        toast.success('Input and output were deleted.')
        router.refresh()
      }}
    >
      <Button variant="ghost" className="w-fit text-muted-foreground">
        <Trash2 aria-hidden /> Delete input and output
      </Button>
    </ConfirmDialog>
  )
}

type ShareFailureProps = Shared & {
  publisher: string
  share: (isShared: boolean) => Promise<ActionResult<Shared>>
}

/** Lets a person share the details of a failure; without them, the publisher sees only that the run failed. */
function ShareFailure({ publisher, share, ...initial }: ShareFailureProps) {
  const [sharedAtMs, setShared] = useState(initial.sharedAtMs)
  const [isBusy, start] = useAction()
  const change = (isShared: boolean) =>
    start(
      () => share(isShared),
      (changed) => setShared(changed.sharedAtMs),
    )
  return (
    <section
      aria-labelledby="share-details"
      className="grid gap-3 rounded-lg border border-border bg-card p-4 shadow-xs sm:p-5"
    >
      <div>
        <h2 id="share-details" className="font-semibold text-sm">
          Help {publisher} fix this
        </h2>
        <p className="text-pretty text-muted-foreground text-sm">
          {publisher} can see that a run failed, but not why. If you share the details, they can read the
          error message, the contract violations and the line that failed. These may quote your input. Your
          name, the full input and the log are not shared.
        </p>
      </div>
      {sharedAtMs === null ? (
        <Button variant="outline" className="w-fit" pending={isBusy} onClick={() => change(true)}>
          Share details with the publisher
        </Button>
      ) : (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span role="status">
            Shared <Time at={sharedAtMs} />
          </span>
          <Button variant="ghost" size="sm" pending={isBusy} onClick={() => change(false)}>
            Stop sharing
          </Button>
        </div>
      )}
    </section>
  )
}

function ShareCard(props: ShareActions & { shares: ShareLine[] }) {
  return (
    <section
      aria-labelledby="share"
      className="grid gap-3 rounded-lg border border-border bg-card p-4 shadow-xs sm:p-5"
    >
      <div>
        <h2 id="share" className="font-semibold text-sm">
          Share
        </h2>
        <p className="text-muted-foreground text-sm">{SHARE_EXPLANATION}</p>
      </div>
      <ShareLinks {...props} />
    </section>
  )
}
