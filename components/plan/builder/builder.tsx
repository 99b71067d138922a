'use client'

/** The page where a plan is written: as cards, as a graph, or as JSON, with the check beside it. */
import { type ReactNode, useState } from 'react'
import { paths } from '#lib/contract/market/paths.ts'
import { DraftConflictNotice } from '../../studio/conflict-notice.tsx'
import { DraftRestoredNotice } from '../../studio/restored-notice.tsx'
import { DraftSaveStatus } from '../../studio/save-status.tsx'
import { Link } from '../../ui/link.tsx'
import { TabsContent } from '../../ui/tabs.tsx'
import { AboutPlan } from './about-plan.tsx'
import { AddStep } from './add-step.tsx'
import { CheckPanel } from './check-panel.tsx'
import { stepsOf } from './edit-plan.ts'
import { BrokenJson, JsonView, useJsonTwin } from './json-view.tsx'
import { usePlan } from './plan-desk.tsx'
import { PlanGraph } from './plan-graph.tsx'
import { PlanMenu } from './plan-menu.tsx'
import { type PlanDoors, type PlanPage, PlanStudioProvider, useSavedPlan } from './plan-studio.tsx'
import { PlanSums } from './plan-sums.tsx'
import { type PlanLook, PlanTabs } from './plan-tabs.tsx'
import { PlanTitle } from './plan-title.tsx'
import { RunPlan } from './run-plan.tsx'
import { StepCard } from './step-card.tsx'
import { useStepActs } from './use-step-acts.ts'

export function PlanBuilder({ page, doors }: { page: PlanPage; doors: PlanDoors }) {
  return (
    <PlanStudioProvider page={page} doors={doors}>
      <Builder memoryKey={`guildhall-plan-text:${page.viewerId}:${page.saved.id}`} />
    </PlanStudioProvider>
  )
}

function Builder({ memoryKey }: { memoryKey: string }) {
  const { plan } = usePlan()
  const { state, store, slug } = useSavedPlan()
  const [view, setView] = useState<PlanLook>('steps')
  const { open, acts, goTo } = useStepActs()
  const twin = useJsonTwin(memoryKey)
  const steps = stepsOf(plan)

  const goToStep = (pointer: string) => {
    setView('steps')
    goTo(pointer)
  }
  const orBroken = (content: ReactNode) =>
    twin.issue ? (
      <BrokenJson issue={twin.issue.message} discard={twin.discard} mend={() => setView('json')} />
    ) : (
      content
    )
  return (
    <div className="grid grid-cols-1 gap-6">
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
            <RunPlan goTo={goToStep} />
            <PlanMenu />
          </div>
        </div>
        <PlanSums />
      </header>
      <DraftRestoredNotice state={state} store={store} />
      <DraftConflictNotice state={state} store={store} noun="plan" fileName={`${slug}.mine.plan.json`} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <PlanTabs label="How the plan is shown" look={view} onLook={setView}>
          <TabsContent value="steps" className="grid grid-cols-1 gap-4">
            {orBroken(
              <>
                <AboutPlan />
                <ol aria-label="Steps" className="grid grid-cols-1 gap-3">
                  {steps.map(({ step, index }) => (
                    <StepCard
                      key={index}
                      step={step}
                      index={index}
                      count={steps.length}
                      isOpen={open.has(index)}
                      acts={acts}
                    />
                  ))}
                </ol>
                <AddStep onAdd={acts.add} isFirst={steps.length === 0} />
              </>,
            )}
          </TabsContent>
          <TabsContent value="graph">
            {orBroken(<PlanGraph onOpen={(index) => goToStep(`/steps/${index}`)} />)}
          </TabsContent>
          <TabsContent value="json">
            <JsonView twin={twin} />
          </TabsContent>
        </PlanTabs>
        <aside aria-label="Check of the plan" className="grid gap-4 lg:sticky lg:top-20">
          <CheckPanel goTo={goToStep} />
        </aside>
      </div>
    </div>
  )
}
