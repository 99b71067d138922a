/**
 * Code, contract and try-out of a skill. Narrow screens show one above the other; from 1280 px the chosen section is
 * beside the try-out, and from 1680 px all are side by side.
 */
'use client'

import { Activity, useState, useSyncExternalStore } from 'react'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { listAt } from '../../drafts/edit-document.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { TrySection } from './examples/try-section.tsx'
import { DefinitionSection } from './sections/definition-section.tsx'
import { SchemaSection } from './sections/schema-section.tsx'
import { useStudio } from './state/studio-context.tsx'
import { goToLocation } from './state/studio-navigation.ts'
import {
  isWorkbenchSection,
  locationId,
  SKILL_SECTIONS,
  type StudioLocation,
  type WorkbenchSection,
} from './state/studio-sections.ts'

/** Keeps each opened workbench mounted, so that its input and last run survive a visit to other sections. */
export function Workbenches({ location }: { location: StudioLocation }) {
  const { state } = useStudio()
  const keys = listAt(state.document, '/skills').map(skillKey)
  const { skill } = location
  const section = isWorkbenchSection(location.section) ? location.section : undefined
  const current = skill !== undefined && section ? keys[skill] : undefined
  const [opened, setOpened] = useState<string[]>([])
  if (current !== undefined && !opened.includes(current)) setOpened([...opened, current])

  return opened.map((key) => {
    const index = keys.indexOf(key)
    if (index < 0) return null
    return (
      <Activity key={key} mode={key === current ? 'visible' : 'hidden'}>
        <Workbench skill={index} section={key === current && section ? section : 'try'} />
      </Activity>
    )
  })
}

function skillKey(skill: Json, index: number): string {
  return isObject(skill) && typeof skill.slug === 'string' && skill.slug ? skill.slug : `#${index}`
}

function Workbench({ skill, section }: { skill: number; section: WorkbenchSection }) {
  const isWide = useIsWide()
  const isTryAlone = section === 'try' && !isWide
  return (
    <div
      className={cn(
        'grid min-w-0 items-start gap-x-8 gap-y-10',
        isWide
          ? 'grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)]'
          : isTryAlone || 'xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
      )}
    >
      {(isWide || section === 'definition') && <DefinitionSection skill={skill} />}
      {(isWide || section === 'parameters' || section === 'response') && (
        <Contract skill={skill} part={section === 'response' ? 'response' : 'parameters'} isWide={isWide} />
      )}
      <div
        className={cn(
          'min-w-0',
          isTryAlone || 'xl:sticky xl:top-32 xl:max-h-[calc(100dvh-9rem)] xl:overflow-y-auto xl:p-1',
        )}
      >
        <TrySection skill={skill} />
      </div>
    </div>
  )
}

type ContractProps = { skill: number; part: 'parameters' | 'response'; isWide: boolean }

function Contract({ skill, part, isWide }: ContractProps) {
  const location: StudioLocation = { section: part, skill }
  return (
    <div className="grid min-w-0 gap-4">
      {isWide && (
        <div className="flex gap-1">
          {(['parameters', 'response'] as const).map((option) => (
            <Button
              key={option}
              size="sm"
              variant={option === part ? 'secondary' : 'ghost'}
              aria-pressed={option === part}
              onClick={() => goToLocation({ section: option, skill })}
            >
              {SKILL_SECTIONS[option].label}
            </Button>
          ))}
        </div>
      )}
      <SchemaSection key={locationId(location)} location={location} part={part} />
    </div>
  )
}

const WIDE = '(min-width: 105rem)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
}

function subscribeToWidth(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
