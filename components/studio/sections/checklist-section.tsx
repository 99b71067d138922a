'use client'

import { useCallback, useEffect, useState } from 'react'
import type { ChecklistLine } from '#lib/contract/document/checklist.ts'
import type { PublicError } from '#lib/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Section } from '../section.tsx'
import { useStudio } from '../studio-context.tsx'
import { CheckLines } from './check-lines.tsx'
import { StandingPanel } from './standing-panel.tsx'
import { SubmitPanel } from './submit-panel.tsx'

/** What stands between the draft and being published, and the way there. */
export function ChecklistSection() {
  const { data, actions, store, state, askAll } = useStudio()
  const isWaiting = data.standing.state === 'IN_REVIEW'
  const [lines, setLines] = useState<ChecklistLine[]>()
  const [error, setError] = useState<PublicError>()
  const [isChecking, setChecking] = useState(false)
  // What was checked: an edit since makes the answer an old one.
  const [checkedEdits, setCheckedEdits] = useState(0)

  const check = useCallback(async () => {
    setChecking(true)
    setError(undefined)
    askAll()
    await store.flush()
    const answer = await actions.check()
    if (answer.ok) setLines(answer.data)
    else setError(answer.error)
    setCheckedEdits(store.get().edits)
    setChecking(false)
  }, [actions, store, askAll])

  useEffect(() => {
    if (!isWaiting) void check()
  }, [check, isWaiting])

  const isGreen = lines?.every(({ ok }) => ok) === true && checkedEdits === state.edits
  return (
    <Section
      place={{ section: 'checklist' }}
      title="Checklist & submit"
      description="Every line must be green. The check also runs your examples in the sandbox."
      actions={
        !isWaiting && (
          <Button variant="outline" pending={isChecking} onClick={check}>
            Check again
          </Button>
        )
      }
    >
      <div className="grid max-w-3xl gap-8">
        <StandingPanel />
        {!isWaiting && (
          <>
            {error && <Alert variant="destructive">{error.message}</Alert>}
            {lines ? <CheckLines lines={lines} /> : <Waiting />}
            <SubmitPanel isGreen={isGreen} isChecked={lines !== undefined && !isChecking} />
          </>
        )}
      </div>
    </Section>
  )
}

function Waiting() {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Checking…</span>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <Skeleton key={index} className="h-11" />
      ))}
    </div>
  )
}
