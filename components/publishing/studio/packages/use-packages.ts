'use client'

import { useState, useTransition } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { setAt } from '../../../drafts/edit-document.ts'
import { attemptAction } from '../../../ui/use-action.ts'
import { useStudio } from '../state/studio-context.tsx'

/** Resolves the dependencies of the draft, and those to add, and puts the result into the draft. */
export function usePackages() {
  const { actions, store, edit } = useStudio()
  const [error, setError] = useState<PublicError>()
  const [notes, setNotes] = useState<string[]>([])
  const [isPending, start] = useTransition()

  function resolve(add: string[] = []) {
    start(async () => {
      setError(undefined)
      await store.flush()
      const answer = await attemptAction(() => actions.resolvePackages(add))
      if (!answer.ok) return setError(answer.error)
      const { dependencies, lock, notes } = answer.data
      setNotes(notes)
      edit((document) => {
        const declared = setAt(document, '/dependencies', dependencies ?? undefined)
        return setAt(declared, '/dependencyLock', (lock as Json | null) ?? undefined)
      })
    })
  }

  return { resolve, isPending, error, notes }
}
