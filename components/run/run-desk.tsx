'use client'

/** One run, live while it goes on, with everything that can be done with it afterwards. */
import { Pencil, RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { toast } from 'sonner'
import type { Json } from '#lib/contract/json/json.ts'
import { paths, skillNamePath } from '#lib/contract/market/paths.ts'
import { isEnded } from '#lib/contract/market/run-states.ts'
import { isCallableName } from '#lib/contract/market/skill-name.ts'
import type { PresetView, RunPage, RunView, ShareLine } from '#lib/execution/run-view.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import type { AddedExample } from '#lib/studio/add-example.ts'
import { OutputPanel } from '../output/output-panel.tsx'
import { type PlanFromRuns, SaveAsPlan } from '../plan/save-as-plan.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { ExampleDialog } from './example-dialog.tsx'
import { PresetDialog } from './preset-dialog.tsx'
import { ShareBox } from './share-box.tsx'
import { useLiveRun } from './use-live-run.ts'

export type RunActions = {
  beginRun: (request: unknown) => Promise<ActionResult<RunView>>
  keepPreset: (skillName: string, name: string, input: Json) => Promise<ActionResult<PresetView>>
  makeShare: (runId: string) => Promise<ActionResult<{ token: string; share: ShareLine }>>
  endShare: (id: string) => Promise<ActionResult<null>>
  planFromRuns: PlanFromRuns
  addExample: (runId: string, title: string) => Promise<ActionResult<AddedExample>>
}

export function RunDesk({ page, actions }: { page: RunPage; actions: RunActions }) {
  const { skill, canManage, canTeach, shares } = page
  const { run = page.run, cancel } = useLiveRun(page.run)
  const router = useRouter()
  const [isStarting, startAgain] = useTransition()
  const hasEnded = isEnded(run.state)
  // A draft has no version that could be run again from here; its studio can. Code that was sent is not kept.
  const isForgotten = run.forgottenAtMs !== undefined
  const canRepeat = hasEnded && !isForgotten && run.mode === 'production' && isCallableName(run.skillName)

  const runAgain = () =>
    startAgain(async () => {
      const request = { name: run.skillName, version: run.versionNumber, args: run.input, rerunOfId: run.id }
      const begun = await actions.beginRun(request)
      if (begun.ok) router.push(paths.run(begun.data.id))
      else toast.error(begun.error.message)
    })

  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap gap-2">
        {canRepeat && (
          <>
            <Button pending={isStarting} onClick={runAgain}>
              <RotateCw aria-hidden /> Run again
            </Button>
            <Button asChild variant="outline">
              <Link href={`${skillNamePath(run.skillName)}?from=${encodeURIComponent(run.id)}`}>
                <Pencil aria-hidden /> Edit and run again
              </Link>
            </Button>
            <SaveAsPlan ids={[run.id]} make={actions.planFromRuns} />
            <PresetDialog save={(name) => actions.keepPreset(run.skillName, name, run.input)} />
          </>
        )}
        {canTeach && run.state === 'succeeded' && !isForgotten && (
          <ExampleDialog add={(title) => actions.addExample(run.id, title)} />
        )}
        {!hasEnded && canManage && (
          <Button variant="outline" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      <OutputPanel
        run={run}
        before={page.before ?? undefined}
        response={skill?.response}
        buttons={skill?.buttons}
      />
      {hasEnded && canManage && !isForgotten && (
        <ShareBox shares={shares} share={() => actions.makeShare(run.id)} revoke={actions.endShare} />
      )}
    </div>
  )
}
