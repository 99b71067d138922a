'use client'

import { ChevronRight, Lightbulb, Sparkles } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { suggestFix } from '#lib/contracts/checks/issue-fix.ts'
import type { Issue } from '#lib/kernel/errors.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { useAdvice } from '../advice/advice-context.tsx'
import { AdviceList, ApplyAllFixes } from '../advice/advice-list.tsx'
import { useAssistant } from '../assistant/assistant-context.tsx'
import { AddDependency } from '../packages/add-dependency.tsx'
import { pointerOfField, SECTION_HEADING } from '../state/field-id.ts'
import { issueSentence } from '../state/issue-sentence.ts'
import { useStudio } from '../state/studio-context.tsx'
import { goToPointer, useStudioLocation } from '../state/studio-navigation.ts'
import { locationId, locationOfPointer, type StudioLocation } from '../state/studio-sections.ts'

type SectionProps = {
  location: StudioLocation
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function StudioSection({ location, title, description, actions, children }: SectionProps) {
  const { state, isDue, touch } = useStudio()
  const issues = state.issues.filter(
    ({ path }) => locationId(locationOfPointer(path)) === locationId(location),
  )
  // Several sections may be on the page. Navigation focuses the heading with the id SECTION_HEADING, the current one.
  const isCurrent = locationId(useStudioLocation()) === locationId(location)
  const headingId = isCurrent ? SECTION_HEADING : `${SECTION_HEADING}.${locationId(location)}`
  return (
    <section
      className="grid min-w-0 gap-6"
      aria-labelledby={headingId}
      onBlur={({ target }) => {
        const pointer = pointerOfField(target.id)
        if (pointer) touch(pointer)
      }}
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <h2
            id={headingId}
            tabIndex={-1}
            className="scroll-mt-24 rounded-sm font-semibold text-xl tracking-tight [overflow-wrap:anywhere]"
          >
            {title}
          </h2>
          {description && (
            <p className="max-w-2xl text-pretty text-muted-foreground text-sm">{description}</p>
          )}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {issues.length > 0 && <Problems issues={issues} isDue={issues.some(isDue)} />}
      <SectionAdvice location={location} />
      {children}
    </section>
  )
}

function Problems({ issues, isDue }: { issues: Issue[]; isDue: boolean }) {
  const things = plural(issues.length, 'thing')
  return (
    <details
      className={cn('group rounded-md border bg-card text-sm', isDue ? 'border-warning/40' : 'border-border')}
    >
      <summary
        className={cn(
          'flex items-center gap-2 px-3 py-2 font-medium',
          isDue ? 'text-warning' : 'text-muted-foreground',
        )}
      >
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden />
        {isDue ? `${things} to fix here` : `${things} left to do here`}
      </summary>
      <ul className="grid gap-1 px-3 pb-3 pl-9">
        {issues.map((issue) => (
          <li key={`${issue.path} ${issue.message}`}>
            <button
              type="button"
              className="text-left underline decoration-border underline-offset-4 hover:decoration-current"
              onClick={() => goToPointer(issue.path)}
            >
              {issueSentence(issue)}
            </button>
            <IssueFix issue={issue} />
            <AddDependency issue={issue} />
            <ExplainIssue issue={issue} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Asks the site's model about a problem; absent without one. */
function ExplainIssue({ issue }: { issue: Issue }) {
  const open = useAssistant()
  if (!open) return null
  const skill = Number(/^\/skills\/(\d+)/.exec(issue.path)?.[1] ?? 0)
  const request = `${issueSentence(issue)} (at ${issue.path || 'the whole document'})`
  return (
    <Button
      size="sm"
      variant="ghost"
      className="h-7 px-2 text-muted-foreground"
      onClick={() => open({ task: 'explain', skill, request })}
    >
      <Sparkles aria-hidden /> Explain
    </Button>
  )
}

function IssueFix({ issue }: { issue: Issue }) {
  const fix = suggestFix(issue)
  return fix ? <span className="block text-muted-foreground">{fix}</span> : null
}

function SectionAdvice({ location }: { location: StudioLocation }) {
  const findings = useAdvice().findings.inSection(location)
  if (findings.length === 0) return null
  return (
    <details className="group rounded-md border border-border bg-card text-sm">
      <summary className="flex list-none items-center gap-2 px-3 py-2 text-muted-foreground hover:text-foreground">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden />
        <Lightbulb className="size-4" aria-hidden />
        {plural(findings.length, 'piece of advice', 'pieces of advice')}
      </summary>
      <div className="border-border border-t">
        <AdviceList findings={findings} />
        <ApplyAllFixes findings={findings} className="border-border border-t px-4 py-3" />
      </div>
    </details>
  )
}

type MoreFieldsProps = { summary: string; isOpen?: boolean; children: ReactNode }

export function CollapsedFields({ summary, isOpen = false, children }: MoreFieldsProps) {
  // Read once: clearing the last field must not collapse the fields while the user types.
  const [startsOpen] = useState(isOpen)
  return (
    <details open={startsOpen} className="group">
      <summary className="flex w-fit list-none items-center gap-1.5 rounded-sm text-muted-foreground text-sm hover:text-foreground">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden />
        {summary}
      </summary>
      <div className="grid gap-5 pt-4">{children}</div>
    </details>
  )
}
