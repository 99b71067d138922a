'use client'

import { useEffect, useRef, useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { SubmissionPart } from '#lib/publishing/model/commentable-parts.ts'
import { DisabledUntilHydrated } from '../../../browser/disabled-until-hydrated.tsx'
import { Button } from '../../../ui/button.tsx'
import { InputField, SelectField, TextareaField } from '../../../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../../../ui/forms/form-error.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAction } from '../../../ui/use-action.ts'
import { SeverityField } from '../findings/severity-field.tsx'
import { POLICY_OPTIONS } from '../policies/policy-templates.ts'

export type CommentOnLine = (request: {
  skill: string
  part: SubmissionPart
  /** The path of a file of the skill. */
  file?: string
  /** Left out for a whole file. */
  line?: number
  body: string
  /** Makes it a finding of the decision that names this policy. */
  policy?: string
  severity?: string
  fix?: string
}) => Promise<ActionResult<void>>

export type LineCommentFormProps = {
  skill: string
  part: SubmissionPart
  file?: string
  /** A file that is not shown as text: it gets findings, with or without a line, and no comments. */
  isBinary?: boolean
  /** The text that the reviewer sees, whose lines are counted. */
  text: string
  comment: CommentOnLine
  line: string
  onLine: (line: string) => void
}

/** Adds a comment, or a finding of the decision, on one line. The publisher gets it with the decision. */
export function LineCommentForm({
  skill,
  part,
  file,
  isBinary = false,
  text,
  comment,
  line,
  onLine: setLine,
}: LineCommentFormProps) {
  const [isOpen, setOpen] = useState(false)
  const container = useRef<HTMLDetailsElement>(null)
  const [body, setBody] = useState('')
  const [policy, setPolicy] = useState('')
  const [severity, setSeverity] = useState('')
  const [fix, setFix] = useState('')
  const [error, setError] = useState<FormState>(null)
  const [isSending, start] = useAction(setError)
  const quote = isBinary ? undefined : text.split('\n')[Number(line) - 1]?.trim()

  // A click on a line number opens the form, ready for the comment.
  useEffect(() => {
    if (line === '' || container.current?.contains(document.activeElement)) return
    setOpen(true)
    requestAnimationFrame(() => container.current?.querySelector('textarea')?.focus())
  }, [line])

  function send() {
    start(
      () =>
        comment({
          skill,
          part,
          ...(file !== undefined && { file }),
          ...((line !== '' || !isBinary) && { line: Number(line) }),
          body,
          ...(policy && { policy, fix, ...(severity && { severity }) }),
        }),
      () => {
        toast.success(`${policy ? 'Finding' : 'Comment'} on ${line ? `line ${line}` : file} added.`)
        setError(null)
        setLine('')
        setBody('')
        setPolicy('')
        setSeverity('')
        setFix('')
      },
    )
  }

  return (
    <details
      ref={container}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="text-sm"
    >
      <summary className="w-fit cursor-pointer text-muted-foreground hover:text-foreground">
        {isBinary ? 'Add a finding on this file' : 'Comment on a line (or click its number)'}
      </summary>
      <form
        className="pt-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSending) send()
        }}
      >
        <FormError state={error} fields={['/line', '/body', '/evidence', '/rule', '/severity', '/fix']} />
        <DisabledUntilHydrated className="grid gap-3">
          <LineField line={line} optional={isBinary} errors={errorsAt(error, '/line')} onChange={setLine} />
          {quote && (
            <pre className="overflow-x-auto rounded-md bg-muted px-3 py-2 font-mono text-xs">{quote}</pre>
          )}
          <TextareaField
            label={isBinary ? 'What you found' : 'Comment'}
            help="Supports Markdown. The publisher gets it with your decision."
            errors={[...errorsAt(error, '/body'), ...errorsAt(error, '/evidence')]}
            rows={2}
            value={body}
            onChange={setBody}
          />
          <SelectField
            label="Finding"
            className="max-w-md"
            help="A finding names a policy, stands in the decision, and is answered by the publisher."
            errors={errorsAt(error, '/rule')}
            value={policy}
            onChange={setPolicy}
            options={[['', isBinary ? 'Choose a policy' : 'No, a comment'], ...POLICY_OPTIONS]}
          />
          {policy && (
            <SeverityField value={severity} onChange={setSeverity} errors={errorsAt(error, '/severity')} />
          )}
          {policy && (
            <InputField
              label="What would mend it"
              optional
              errors={errorsAt(error, '/fix')}
              value={fix}
              onChange={setFix}
            />
          )}
          <Button
            type="submit"
            variant="outline"
            size="sm"
            pending={isSending}
            disabled={isBinary && !policy}
            className="w-fit"
          >
            {policy || isBinary ? 'Add finding' : 'Add comment'}
          </Button>
        </DisabledUntilHydrated>
      </form>
    </details>
  )
}

type LineFieldProps = { line: string; optional: boolean; errors: string[]; onChange: (line: string) => void }

function LineField({ line, optional, errors, onChange }: LineFieldProps) {
  return (
    <InputField
      label="Line"
      optional={optional}
      className="w-32"
      errors={errors}
      type="number"
      min={1}
      value={line}
      onChange={onChange}
    />
  )
}
