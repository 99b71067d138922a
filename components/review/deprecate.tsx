'use client'

/** "Deprecate" with its dialog, for the SkillSet's page: a notice, and the day from which it counts. */
import { useState } from 'react'
import { toast } from 'sonner'
import { deprecationLabel } from '#lib/contract/version/deprecation-words.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

export type DeprecateProps = {
  /** "Text tools 1.2.0", which must be published. */
  title: string
  /** `from` is a day, "2027-01-31"; empty for today. */
  deprecate: (notice: string, from: string) => Promise<ActionResult<unknown>>
}

export function Deprecate({ title, deprecate }: DeprecateProps) {
  const [isOpen, setOpen] = useState(false)
  const [from, setFrom] = useState('')
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Deprecate…
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Deprecate ${title}?`}
          consequence="It keeps running, and says that people should move on. This cannot be undone."
          field={{
            label: 'Notice',
            help: 'What to use instead, and why. Those who have it installed are told.',
            isRequired: true,
          }}
          verb="Deprecate"
          act={(notice) => deprecate(notice, from)}
          onDone={() => {
            toast.success(`${deprecationLabel(from === '' ? null : new Date(from))}: ${title}.`)
            setOpen(false)
          }}
          onLeave={() => setOpen(false)}
        >
          <Field label="From" optional help="The day it counts from; today when left empty.">
            {(wired) => (
              <Input {...wired} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
            )}
          </Field>
        </ReasonDialog>
      )}
    </>
  )
}
