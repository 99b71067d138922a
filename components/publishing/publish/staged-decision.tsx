'use client'

import { FormError, type FormState } from '../../ui/forms/form-error.tsx'
import { SubmitButton, useFormAction } from '../../ui/forms/submit-button.tsx'
import { IssueList } from '../../ui/issue-list.tsx'

type FormAction = (before: FormState, form: FormData) => Promise<FormState>

type Props = { submit: FormAction; discard: FormAction }

export function StagedDecision({ submit, discard }: Props) {
  const [submitError, formSubmit] = useFormAction<FormState>(submit, null)
  const [discardError, formDiscard] = useFormAction<FormState>(discard, null)
  return (
    <div className="grid grid-cols-1 gap-4">
      <form {...formSubmit} className="grid grid-cols-1 gap-4">
        <FormError state={submitError} fields={[]} />
        {submitError?.details && <IssueList error={submitError} />}
        <div>
          <SubmitButton>Submit</SubmitButton>
        </div>
      </form>
      <form {...formDiscard} className="grid grid-cols-1 gap-4">
        <FormError state={discardError} fields={[]} />
        <div>
          <SubmitButton variant="outline">Discard</SubmitButton>
        </div>
      </form>
    </div>
  )
}
