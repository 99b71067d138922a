'use client'

import { useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import {
  FINDING_ANSWER_KINDS,
  FINDING_ANSWERS,
  type FindingAnswerKind,
  parseFindingAnswerKind,
} from '#lib/publishing/model/finding-answers.ts'
import { DisabledUntilHydrated } from '../../../browser/disabled-until-hydrated.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextareaField } from '../../../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../../../ui/forms/form-error.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAction } from '../../../ui/use-action.ts'

type AnswerFormProps = {
  /** The answer so far. */
  answer: { kind: FindingAnswerKind; text: string } | null
  save: (answer: { kind: FindingAnswerKind; text: string }) => Promise<ActionResult<void>>
}

/** The publisher's answer to a finding, for people who act for the publisher. */
export function AnswerForm({ answer, save }: AnswerFormProps) {
  const [kind, setKind] = useState<FindingAnswerKind>(answer?.kind ?? 'fixed')
  const [text, setText] = useState(answer?.text ?? '')
  const [error, setError] = useState<FormState>(null)
  const [isSending, start] = useAction(setError)
  const { help, isTextRequired } = FINDING_ANSWERS[kind]

  function send() {
    start(
      () => save({ kind, text }),
      () => {
        setError(null)
        toast.success('Your answer was saved.')
      },
    )
  }

  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-primary">
        {answer ? 'Change the answer' : 'Answer this finding'}
      </summary>
      <form
        className="pt-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSending) send()
        }}
      >
        <FormError state={error} fields={['/kind', '/text']} />
        <DisabledUntilHydrated className="grid gap-3">
          <SelectField
            label="Answer"
            className="max-w-xs"
            help={help}
            errors={errorsAt(error, '/kind')}
            value={kind}
            onChange={(value) => setKind(parseFindingAnswerKind(value) ?? 'fixed')}
            options={FINDING_ANSWER_KINDS.map((each) => [each, FINDING_ANSWERS[each].label] as const)}
          />
          <TextareaField
            label="Reason"
            optional={!isTextRequired}
            errors={errorsAt(error, '/text')}
            rows={2}
            value={text}
            onChange={setText}
          />
          <Button type="submit" variant="outline" size="sm" pending={isSending} className="w-fit">
            Save the answer
          </Button>
        </DisabledUntilHydrated>
      </form>
    </details>
  )
}
