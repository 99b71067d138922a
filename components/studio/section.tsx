'use client'

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Issue } from '#lib/errors.ts'
import { cn } from '../ui/cn.ts'
import { SectionAdvice } from './advice/section-advice.tsx'
import { pointerOfField, SECTION_HEADING } from './field-id.ts'
import { problemSentence } from './problem-sentence.ts'
import { type Place, placeId, placeOf } from './sections.ts'
import { useStudio } from './studio-context.tsx'
import { goTo } from './use-place.ts'

type SectionProps = {
  place: Place
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** One section of the studio: its heading, every problem in it, and its fields. */
export function Section({ place, title, description, actions, children }: SectionProps) {
  const { state, isDue, touch } = useStudio()
  const issues = state.issues.filter(({ path }) => placeId(placeOf(path)) === placeId(place))
  return (
    <section
      className="grid min-w-0 gap-6"
      aria-labelledby={SECTION_HEADING}
      onBlur={({ target }) => {
        const pointer = pointerOfField(target.id)
        if (pointer) touch(pointer)
      }}
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <h2
            id={SECTION_HEADING}
            tabIndex={-1}
            className="scroll-mt-24 font-semibold text-xl tracking-tight outline-none [overflow-wrap:anywhere]"
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
      <SectionAdvice place={place} />
      {children}
    </section>
  )
}

/** All of them in one place, folded: each also stands beside its field. */
function Problems({ issues, isDue }: { issues: Issue[]; isDue: boolean }) {
  const things = issues.length === 1 ? '1 thing' : `${issues.length} things`
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
        {isDue ? `${things} to fix here` : `${things} still to do here`}
      </summary>
      <ul className="grid gap-1 px-3 pb-3 pl-9">
        {issues.map((issue) => (
          <li key={`${issue.path} ${issue.message}`}>
            <button
              type="button"
              className="text-left underline decoration-border underline-offset-4 hover:decoration-current"
              onClick={() => goTo(issue.path)}
            >
              {problemSentence(issue)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
