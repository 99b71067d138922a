'use client'

import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { textAt } from './edit-document.ts'
import { spentNumber } from './spent-number.ts'
import { useStudio } from './studio-context.tsx'

/** Says that the version in the editor is out already, and numbers the next one. */
export function SpentNotice() {
  const { data, state, set } = useStudio()
  const spent = spentNumber(textAt(state.document, '/version'), data.versions)
  if (!spent) return null
  return (
    <Alert
      action={
        spent.next && (
          <Button size="sm" variant="outline" onClick={() => set('/version', spent.next)}>
            Set version {spent.next}
          </Button>
        )
      }
    >
      {spent.sentence}
    </Alert>
  )
}
