'use client'

/**
 * The editor of a SkillSet: where one is on the left, one section on the right, how the saving goes on top.
 *
 * Nothing can be typed before the page listens: until then every field is disabled, so no letter is lost.
 */
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { cn } from '../ui/cn.ts'
import { UntilListening } from '../ui/until-listening.tsx'
import { AdviceProvider } from './advice/advice-context.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { RestoredNotice } from './restored-notice.tsx'
import { SectionView } from './section-view.tsx'
import { type Place, SET_SECTIONS, SKILL_SECTIONS } from './sections.ts'
import { SpentNotice } from './spent-notice.tsx'
import { StudioProvider, useStudio } from './studio-context.tsx'
import type { StudioActions, StudioData } from './studio-data.ts'
import { StudioHeader } from './studio-header.tsx'
import { StudioNav } from './studio-nav.tsx'
import { useArrival, usePlace } from './use-place.ts'

export function Studio({ data, actions }: { data: StudioData; actions: StudioActions }) {
  return (
    <StudioProvider data={data} actions={actions}>
      <AdviceProvider>
        <Desk />
      </AdviceProvider>
    </StudioProvider>
  )
}

function Desk() {
  const place = usePlace()
  useArrival(place)
  return (
    <UntilListening className="grid min-w-0">
      <legend className="sr-only">Edit the SkillSet</legend>
      <StudioHeader />
      <div className="grid gap-x-10 gap-y-6 pt-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <div className="hidden lg:block">
          <div className="sticky top-32 max-h-[calc(100dvh-9rem)] overflow-y-auto pb-4">
            <StudioNav place={place} />
          </div>
        </div>
        <NarrowNav place={place} />
        <div className="grid min-w-0 content-start gap-6 pb-24">
          <ConflictNotice />
          <RestoredNotice />
          <SpentNotice />
          <SectionView place={place} />
        </div>
      </div>
    </UntilListening>
  )
}

/** The same list behind a button, where there is no room beside the section. */
function NarrowNav({ place }: { place: Place }) {
  const { state, isDue } = useStudio()
  const [isOpen, setOpen] = useState(false)
  const total = state.issues.length
  const isTrouble = state.issues.some(isDue)
  const label =
    place.skill === undefined ? SET_SECTIONS[place.section].label : SKILL_SECTIONS[place.section].label
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
          <span className={cn('text-xs', isTrouble ? 'text-warning' : 'text-muted-foreground')}>
            {total} {isTrouble ? 'to fix' : 'still to do'}
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
          <StudioNav place={place} onLeave={() => setOpen(false)} />
        </div>
      )}
    </div>
  )
}
