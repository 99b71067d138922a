'use client'

import type { ReactNode, Ref } from 'react'
import type { Issue } from '#lib/kernel/errors.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { Alert } from '../alert.tsx'

type IssueSummaryProps = {
  issues: readonly Issue[]
  /** Field ids are this and the issue's path. */
  idPrefix: string
  nameOf: (path: string) => ReactNode
  /** Goes to the field; by default on this page. */
  goTo?: (path: string) => void
  ref?: Ref<HTMLDivElement>
}

export function IssueSummary({ issues, idPrefix, nameOf, goTo, ref }: IssueSummaryProps) {
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
                if (goTo) goTo(path)
                else focusField(idPrefix, path)
              }}
            >
              {nameOf(path)}
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
