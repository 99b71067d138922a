'use client'

import { useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { DisabledUntilHydrated } from '../../../browser/disabled-until-hydrated.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextareaField } from '../../../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../../../ui/forms/form-error.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAction } from '../../../ui/use-action.ts'
import { POLICY_OPTIONS } from '../policies/policy-templates.ts'
import { SeverityField } from './severity-field.tsx'

export type AddFinding = (request: {
  rule: string
  /** That of the policy if it is left out. */
  severity?: string
  evidence: string
  fix: string
}) => Promise<ActionResult<void>>

/** Adds a finding of the reviewer to the whole version. Those on a line are added at the line. */
export function OwnFindingForm({ add }: { add: AddFinding }) {
  const [rule, setRule] = useState('')
  const [severity, setSeverity] = useState('')
  const [evidence, setEvidence] = useState('')
  const [fix, setFix] = useState('')
  const [error, setError] = useState<FormState>(null)
  const [isSending, start] = useAction(setError)

  function send() {
    start(
      () => add({ rule, ...(severity && { severity }), evidence, fix }),
      () => {
        setError(null)
        setSeverity('')
        setEvidence('')
        setFix('')
        toast.success('The finding was added.')
      },
    )
  }

  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-muted-foreground hover:text-foreground">
        Add a finding on the whole version
      </summary>
      <form
        className="pt-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSending) send()
        }}
      >
        <FormError state={error} fields={['/rule', '/severity', '/evidence', '/fix']} />
        <DisabledUntilHydrated className="grid gap-3">
          <SelectField
            label="Policy"
            className="max-w-md"
            errors={errorsAt(error, '/rule')}
            value={rule}
            onChange={setRule}
            options={[['', 'Choose a policy'], ...POLICY_OPTIONS]}
          />
          <SeverityField value={severity} onChange={setSeverity} errors={errorsAt(error, '/severity')} />
          <TextareaField
            label="What you found"
            rows={2}
            value={evidence}
            onChange={setEvidence}
            errors={errorsAt(error, '/evidence')}
          />
          <TextareaField
            label="What would mend it"
            optional
            rows={2}
            value={fix}
            onChange={setFix}
            errors={errorsAt(error, '/fix')}
          />
          <Button type="submit" variant="outline" size="sm" pending={isSending} className="w-fit">
            Add finding
          </Button>
        </DisabledUntilHydrated>
      </form>
    </details>
  )
}
