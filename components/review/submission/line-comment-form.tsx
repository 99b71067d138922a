'use client'

import { useState, useTransition } from 'react'
import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import { DisabledUntilHydrated } from '../../browser/disabled-until-hydrated.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input, Textarea } from '../../ui/forms/input.tsx'
import { toast } from '../../ui/toast.ts'

export type CommentOnLine = (request: {
  skill: string
  part: 'code' | 'parameters' | 'response'
  line: number
  body: string
}) => Promise<ActionResult<void>>

type LineCommentFormProps = {
  skill: string
  part: 'code' | 'parameters' | 'response'
  /** As the reviewer sees it. */
  text: string
  comment: CommentOnLine
}

/** On a line; the publisher gets it with the decision. */
export function LineCommentForm({ skill, part, text, comment }: LineCommentFormProps) {
  const [line, setLine] = useState('')
  const [body, setBody] = useState('')
  const [error, setError] = useState<PublicError>()
  const [isSending, start] = useTransition()
  const quote = text.split('\n')[Number(line) - 1]?.trim()
  const errorsAt = (path: string) =>
    (error?.details ?? []).filter((each) => each.path === path).map(({ message }) => message)

  function send() {
    start(async () => {
      const result = await comment({ skill, part, line: Number(line), body })
      setError(result.ok ? undefined : result.error)
      if (!result.ok) return
      toast.success(`Comment on line ${line} added.`)
      setLine('')
      setBody('')
    })
  }

  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-muted-foreground hover:text-foreground">
        Comment on a line
      </summary>
      <form
        className="pt-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSending) send()
        }}
      >
        <DisabledUntilHydrated className="grid gap-3">
          <LineField line={line} errors={errorsAt('/line')} onChange={setLine} />
          {quote && (
            <pre className="overflow-x-auto rounded-md bg-muted px-3 py-2 font-mono text-xs">{quote}</pre>
          )}
          <Field
            label="Comment"
            help="Supports Markdown. The publisher gets it with your decision."
            errors={error && errorsAt('/line').length === 0 ? [error.message] : []}
          >
            {(wired) => (
              <Textarea {...wired} rows={2} value={body} onChange={({ target }) => setBody(target.value)} />
            )}
          </Field>
          <Button type="submit" variant="outline" size="sm" pending={isSending} className="w-fit">
            Add comment
          </Button>
        </DisabledUntilHydrated>
      </form>
    </details>
  )
}

type LineFieldProps = { line: string; errors: string[]; onChange: (line: string) => void }

function LineField({ line, errors, onChange }: LineFieldProps) {
  return (
    <Field label="Line" className="w-32" errors={errors}>
      {(wired) => (
        <Input
          {...wired}
          type="number"
          min={1}
          value={line}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
