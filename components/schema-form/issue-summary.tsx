'use client'

import { OctagonAlert } from 'lucide-react'
import type { MouseEvent, Ref } from 'react'
import type { Issue } from '#lib/errors.ts'
import { pathName } from '#lib/form-model/field-labels.ts'
import type { JsonSchema } from '#lib/json/json.ts'
import { plural } from '#lib/text/plural.ts'

type IssueSummaryProps = {
  issues: readonly Issue[]
  schema: JsonSchema
  idPrefix: string
  ref: Ref<HTMLDivElement>
}

export function IssueSummary({ issues, schema, idPrefix, ref }: IssueSummaryProps) {
  if (issues.length === 0) return null
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded-lg border border-destructive/40 bg-card px-4 py-3 text-sm"
    >
      <OctagonAlert className="mt-0.5 size-4 shrink-0 text-destructive" aria-hidden />
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">{plural(issues.length, 'thing')} to fix</p>
        <ul className="grid gap-0.5">
          {issues.map((issue) => (
            <li key={`${issue.path} ${issue.message}`} className="[overflow-wrap:anywhere]">
              <a
                href={`#${idPrefix}${issue.path}`}
                className="underline underline-offset-3"
                onClick={(event) => focusField(event, idPrefix + issue.path)}
              >
                {pathName(schema, issue.path)}
              </a>{' '}
              {issue.message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Or the nearest parent on the page. */
function focusField(event: MouseEvent, id: string): void {
  event.preventDefault()
  const parts = id.split('/')
  for (let length = parts.length; length > 0; length--) {
    const fieldId = parts.slice(0, length).join('/')
    const target = document.getElementById(fieldId) ?? document.getElementById(`${fieldId}__kind`)
    if (!target) continue
    target.focus()
    target.scrollIntoView({ block: 'center' })
    return
  }
}
