'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { ReleaseChoice } from '#lib/publishing/model/rollout-steps.ts'
import { DisabledUntilHydrated } from '../../browser/disabled-until-hydrated.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { FormError, type FormState } from '../../ui/forms/form-error.tsx'
import { SubmitButton, useFormAction } from '../../ui/forms/submit-button.tsx'
import { IssueList } from '../../ui/issue-list.tsx'
import { toast } from '../../ui/toast.ts'
import { ReleaseCards } from '../submissions/release-cards.tsx'

type Props = {
  /** The SkillSet and its version. */
  name: string
  /** Null where there is no choice. */
  release: ReleaseChoice | null
  submit: (before: FormState, form: FormData) => Promise<FormState>
  discard: () => Promise<ActionResult<void>>
}

export function StagedDecision({ name, release: preset, submit, discard }: Props) {
  const [release, setRelease] = useState(preset)
  const [submitError, formSubmit] = useFormAction<FormState>(submit, null)
  const router = useRouter()
  return (
    <div className="grid grid-cols-1 gap-4">
      <form {...formSubmit} className="grid grid-cols-1 gap-4">
        {release && <ReleaseCards value={release} onChange={setRelease} />}
        {release && <input type="hidden" name="release" value={release} />}
        <FormError state={submitError} fields={[]} />
        {submitError?.details && <IssueList error={submitError} />}
        <div>
          <SubmitButton>Submit</SubmitButton>
        </div>
      </form>
      <div>
        <DisabledUntilHydrated>
          <ConfirmDialog
            title={`Discard ${name}?`}
            description="This build is deleted, and nobody can submit it any more. The draft in the studio stays as it is."
            confirmLabel="Discard"
            onConfirm={() => discard()}
            onDone={() => {
              toast.success(`${name} was discarded.`)
              router.push(paths.publish)
            }}
          >
            <Button variant="outline">Discard…</Button>
          </ConfirmDialog>
        </DisabledUntilHydrated>
      </div>
    </div>
  )
}
