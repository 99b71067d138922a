'use client'

import type { ReactNode, Ref } from 'react'
import type { Issue } from '#lib/kernel/errors.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { Alert } from '../alert.tsx'

type IssueSummaryProps = {
  issues: readonly Issue[]
  /** The id of each field is this prefix and the path of its issue. */
  idPrefix: string
  renderName: (path: string) => ReactNode
  /** Called with the path of a chosen issue; by default, the field on this page is focused. */
  onSelect?: (path: string) => void
  ref?: Ref<HTMLDivElement>
}

export function IssueSummary({ issues, idPrefix, renderName, onSelect, ref }: IssueSummaryProps) {
  if (issues.length === 0) return null
  return (
    <Alert ref={ref} tabIndex={-1} variant="destructive" title={`${plural(issues.length, 'thing')} to fix`}>
      <ul className="grid gap-0.5">
        {issues.map(({ path, message }) => (
          <li key={`${path} ${message}`} className="[overflow-wrap:anywhere]">
            <a
              href={`#${idPrefix}${path}`}
              className="underline underline-offset-3"
              onClick={(event) => {
                event.preventDefault()
                if (onSelect) onSelect(path)
                else focusField(idPrefix, path)
              }}
            >
              {renderName(path)}
            </a>{' '}
            {message}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** Focuses the field or its nearest ancestor, and opens what it is folded in. */
export function focusField(idPrefix: string, pointer: string): void {
  const keys = pointer.split('/')
  for (let length = keys.length; length > 0; length--) {
    const id = idPrefix + keys.slice(0, length).join('/')
    const found = document.getElementById(id) ?? document.getElementById(`${id}__kind`)
    if (!found) continue
    const fold = found.closest('details')
    if (fold) fold.open = true
    found.focus({ preventScroll: true })
    found.scrollIntoView({ block: 'center' })
    return
  }
}
