'use client'

import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { DisabledUntilHydrated } from '../../browser/disabled-until-hydrated.tsx'
import { WithPatterns } from '../../browser/with-patterns.tsx'
import { DraftConflictNotice, DraftRestoredNotice } from '../../drafts/draft-notices.tsx'
import { cn } from '../../ui/cn.ts'
import { AdviceProvider } from './advice/advice-context.tsx'
import { AssistantProvider } from './assistant/assistant-context.tsx'
import { useExamplesFollowParameters } from './examples/follow-parameters.ts'
import { SectionView } from './section-view.tsx'
import { StudioProvider, useStudio } from './state/studio-context.tsx'
import type { StudioActions, StudioData } from './state/studio-data.ts'
import { useFocusOnNavigation, useStudioLocation } from './state/studio-navigation.ts'
import { SET_SECTIONS, SKILL_SECTIONS, type StudioLocation } from './state/studio-sections.ts'
import { StudioHeader } from './studio-header.tsx'
import { StudioNav } from './studio-nav.tsx'
import { UsedVersionNotice } from './used-version-notice.tsx'
import { Workbenches } from './workbench.tsx'

export function Studio({ data, actions }: { data: StudioData; actions: StudioActions }) {
  return (
    <StudioProvider data={data} actions={actions}>
      <AdviceProvider>
        <AssistantProvider>
          <WithPatterns>
            <StudioLayout />
          </WithPatterns>
        </AssistantProvider>
      </AdviceProvider>
    </StudioProvider>
  )
}

function StudioLayout() {
  const { state, store } = useStudio()
  const location = useStudioLocation()
  useFocusOnNavigation(location)
  useExamplesFollowParameters()
  return (
    <DisabledUntilHydrated className="grid min-w-0">
      <legend className="sr-only">Edit the SkillSet</legend>
      <StudioHeader />
      <div className="grid gap-x-10 gap-y-6 pt-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <div className="hidden lg:block">
          <div className="sticky top-32 max-h-[calc(100dvh-9rem)] shaded-ends overflow-y-auto pb-4">
            <StudioNav location={location} />
          </div>
        </div>
        <NarrowNav location={location} />
        <div className="grid min-w-0 content-start gap-6 pb-24">
          <DraftConflictNotice
            state={state}
            store={store}
            noun="draft"
            fileName={`${state.slug}.mine.skillset.json`}
          />
          <DraftRestoredNotice state={state} store={store} />
          <UsedVersionNotice />
          <SectionView location={location} />
          <Workbenches location={location} />
        </div>
      </div>
    </DisabledUntilHydrated>
  )
}

function NarrowNav({ location }: { location: StudioLocation }) {
  const { state, isDue } = useStudio()
  const [isOpen, setOpen] = useState(false)
  const total = state.issues.length
  const hasDueIssue = state.issues.some(isDue)
  const label =
    location.skill === undefined
      ? SET_SECTIONS[location.section].label
      : SKILL_SECTIONS[location.section].label
  return (
    <div className="rounded-lg border border-border bg-card lg:hidden">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex h-11 w-full items-center gap-2 px-4 text-sm"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="font-medium">{label}</span>
        {total > 0 && (
          <span className={cn('text-xs', hasDueIssue ? 'text-warning' : 'text-muted-foreground')}>
            {total} {hasDueIssue ? 'to fix' : 'still to do'}
          </span>
        )}
        <ChevronDown
          className={cn('ml-auto size-4 transition-transform', isOpen && 'rotate-180')}
          aria-hidden
        />
        <span className="sr-only">All sections</span>
      </button>
      {isOpen && (
        <div className="border-border border-t p-2">
          <StudioNav location={location} onNavigate={() => setOpen(false)} />
        </div>
      )}
    </div>
  )
}
