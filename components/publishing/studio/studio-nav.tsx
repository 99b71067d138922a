'use client'

import type { ReactNode } from 'react'
import { isObject } from '#lib/kernel/json/json.ts'
import { listAt, textAt } from '../../drafts/edit-document.ts'
import { cn } from '../../ui/cn.ts'
import { useAdvice } from './advice/advice-context.tsx'
import { AddSkillDialog } from './new-skill/add-skill-dialog.tsx'
import { useStudio } from './state/studio-context.tsx'
import { goToLocation, locationHref } from './state/studio-navigation.ts'
import {
  countIssues,
  listSections,
  locationId,
  SET_SECTIONS,
  type SetSection,
  SKILL_SECTIONS,
  type StudioLocation,
  skillPointer,
} from './state/studio-sections.ts'

/** All but the details, which stand above the skills. */
const SECTIONS_BELOW_SKILLS = (Object.keys(SET_SECTIONS) as SetSection[]).filter(
  (section) => section !== 'details',
)

type NavProps = { location: StudioLocation; onNavigate?: () => void }

export function StudioNav({ location, onNavigate }: NavProps) {
  const { state, isDue } = useStudio()
  const counts = countIssues(state.issues)
  const due = countIssues(state.issues.filter(isDue))
  const skillSetItem = (section: SetSection) => (
    <NavItem
      key={section}
      to={{ section }}
      location={location}
      count={counts.get(section)}
      isDue={due.has(section)}
      onNavigate={onNavigate}
    >
      {SET_SECTIONS[section].label}
    </NavItem>
  )
  return (
    <nav aria-label="Sections" className="grid gap-4 text-sm">
      <ul className="grid gap-0.5">{skillSetItem('details')}</ul>
      <div className="grid gap-1">
        <div className="flex h-8 items-center justify-between pl-3">
          <span className="font-medium text-muted-foreground text-xs">Skills</span>
          <AddSkillDialog onAdded={onNavigate} />
        </div>
        <ul className="grid gap-0.5">
          {listAt(state.document, '/skills').map((_, index) => (
            <SkillItem
              // biome-ignore lint/suspicious/noArrayIndexKey: a skill has no stable id except its position
              key={index}
              index={index}
              location={location}
              counts={counts}
              due={due}
              onNavigate={onNavigate}
            />
          ))}
        </ul>
      </div>
      <ul className="grid gap-0.5">{SECTIONS_BELOW_SKILLS.map(skillSetItem)}</ul>
    </nav>
  )
}

type SkillItemProps = NavProps & { index: number; counts: Map<string, number>; due: Map<string, number> }

function SkillItem({ index, location, counts, due, onNavigate }: SkillItemProps) {
  const { state, value } = useStudio()
  const skill = value(skillPointer(index))
  const sections = isObject(skill) ? listSections(skill) : []
  const isOpen = location.skill === index
  const advice = useAdvice().findings.bySkill(index).length
  const ids = sections.map((section) => locationId({ section, skill: index }))
  const total = ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0)
  const title = textAt(state.document, `${skillPointer(index)}/name`) || 'Unnamed skill'
  return (
    <li>
      {isOpen ? (
        <span className="flex min-h-8 items-center px-3 font-medium [overflow-wrap:anywhere]">{title}</span>
      ) : (
        <NavLink
          to={{ section: 'details', skill: index }}
          count={total}
          isDue={ids.some((id) => due.has(id))}
          onNavigate={onNavigate}
        >
          {title}
        </NavLink>
      )}
      {isOpen && (
        <ul className="ml-3 grid gap-0.5 border-border border-l pl-1.5">
          {sections.map((section) => (
            <NavItem
              key={section}
              to={{ section, skill: index }}
              location={location}
              count={counts.get(locationId({ section, skill: index }))}
              isDue={due.has(locationId({ section, skill: index }))}
              advice={section === 'advice' ? advice : 0}
              onNavigate={onNavigate}
            >
              {SKILL_SECTIONS[section].label}
            </NavItem>
          ))}
        </ul>
      )}
    </li>
  )
}

type ItemProps = {
  to: StudioLocation
  count?: number
  isDue?: boolean
  advice?: number
  onNavigate?: () => void
  children: ReactNode
}

function NavItem({ location, ...item }: ItemProps & { location: StudioLocation }) {
  return (
    <li>
      <NavLink {...item} isCurrent={locationId(item.to) === locationId(location)} />
    </li>
  )
}

function NavLink({
  to,
  count = 0,
  isDue,
  advice = 0,
  isCurrent,
  onNavigate,
  children,
}: ItemProps & { isCurrent?: boolean }) {
  return (
    <a
      href={locationHref(to)}
      aria-current={isCurrent ? 'true' : undefined}
      className={cn(
        'flex min-h-8 items-center justify-between gap-2 rounded-md px-3 py-1 [overflow-wrap:anywhere] hover:bg-muted',
        isCurrent && 'bg-accent font-medium text-accent-foreground hover:bg-accent',
      )}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        goToLocation(to)
        onNavigate?.()
      }}
    >
      <span>{children}</span>
      {advice > 0 && (
        <span className="shrink-0 px-1.5 font-normal text-muted-foreground text-xs tabular-nums">
          {advice}
          <span className="sr-only"> {advice === 1 ? 'piece' : 'pieces'} of advice</span>
        </span>
      )}
      {count > 0 && (
        <span
          className={cn(
            'shrink-0 rounded-full border px-1.5 text-xs tabular-nums',
            isDue ? 'border-warning/40 text-warning' : 'border-border font-normal text-muted-foreground',
          )}
        >
          {count}
          <span className="sr-only">{isDue ? ' to fix' : ' still to do'}</span>
        </span>
      )}
    </a>
  )
}
