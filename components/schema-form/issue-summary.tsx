'use client'

import type { MouseEvent, Ref } from 'react'
import type { Issue } from '#lib/errors.ts'
import { pathName } from '#lib/form-model/field-labels.ts'
import type { JsonSchema } from '#lib/json/json.ts'
import { plural } from '#lib/text/plural.ts'
import { Alert } from '../ui/alert.tsx'

type IssueSummaryProps = {
  issues: readonly Issue[]
  schema: JsonSchema
  idPrefix: string
  ref: Ref<HTMLDivElement>
}

export function IssueSummary({ issues, schema, idPrefix, ref }: IssueSummaryProps) {
  if (issues.length === 0) return null
  return (
    <Alert ref={ref} tabIndex={-1} variant="destructive" title={`${plural(issues.length, 'thing')} to fix`}>
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
    </Alert>
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
