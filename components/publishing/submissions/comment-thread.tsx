'use client'

import { useRef, useState, useTransition } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { CommentView } from '#lib/publishing/review/review-views.ts'
import { DisabledUntilHydrated } from '../../browser/disabled-until-hydrated.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/input.tsx'
import { LazyMarkdown } from '../../ui/markdown/lazy-markdown.tsx'
import { Time } from '../../ui/time.tsx'
import { attemptAction } from '../../ui/use-action.ts'

type CommentThreadProps = {
  comments: CommentView[]
  revision: number
  otherSide: string
  /** False for members of the publisher who are neither owner nor admin. */
  canComment?: boolean
  addComment: (body: string) => Promise<ActionResult<void>>
}

export function CommentThread(props: CommentThreadProps) {
  const { comments, revision, otherSide, canComment = true, addComment } = props
  return (
    <div className="grid grid-cols-1 gap-5">
      {comments.length === 0 ? (
        <p className="text-muted-foreground text-sm">No messages yet.</p>
      ) : (
        <ol className="grid gap-3">
          {comments.map((comment) => (
            <Comment key={comment.id} comment={comment} isOlder={comment.revision !== revision} />
          ))}
        </ol>
      )}
      {canComment ? (
        <CommentForm otherSide={otherSide} addComment={addComment} />
      ) : (
        <p className="text-muted-foreground text-sm">
          Owners and admins of the organisation write to {otherSide}.
        </p>
      )}
    </div>
  )
}

function Comment({ comment, isOlder }: { comment: CommentView; isOlder: boolean }) {
  return (
    <li
      className={cn(
        'grid gap-2 rounded-lg border border-border bg-card px-4 py-3 shadow-xs',
        comment.isByAdmin && 'border-l-4 border-l-primary',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="font-medium">{comment.author}</span>
        <Badge variant={comment.isByAdmin ? 'accent' : 'outline'}>
          {comment.isByAdmin ? 'admin' : 'publisher'}
        </Badge>
        {isOlder && <Badge>on submission {comment.revision}</Badge>}
        <Time at={comment.atMs} className="text-muted-foreground" />
      </p>
      {comment.location && <CommentLocation location={comment.location} />}
      <LazyMarkdown text={comment.body} headingLevel={4} />
    </li>
  )
}

function CommentLocation({
  location: { part, line, quote },
}: {
  location: NonNullable<CommentView['location']>
}) {
  return (
    <figure className="grid gap-1">
      <figcaption className="text-muted-foreground text-xs">
        {part}, line {line}
      </figcaption>
      {quote && (
        <pre className="overflow-x-auto rounded-md bg-muted px-3 py-2 font-mono text-xs">{quote}</pre>
      )}
    </figure>
  )
}

function CommentForm({ otherSide, addComment }: Pick<CommentThreadProps, 'otherSide' | 'addComment'>) {
  const [body, setBody] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isSending, startSending] = useTransition()
  const field = useRef<HTMLTextAreaElement>(null)

  function send() {
    startSending(async () => {
      const result = await attemptAction(() => addComment(body))
      setFailure(result.ok ? undefined : result.error.message)
      if (!result.ok) return field.current?.focus()
      setBody('')
    })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) send()
      }}
    >
      <DisabledUntilHydrated className="grid gap-3">
        <Field
          label={`Message to ${otherSide}`}
          help="Supports Markdown. They will be notified."
          errors={failure ? [failure] : []}
        >
          {(controlProps) => (
            <Textarea
              {...controlProps}
              ref={field}
              data-review-message
              value={body}
              onChange={(event) => setBody(event.target.value)}
              rows={3}
            />
          )}
        </Field>
        <Button type="submit" variant="outline" pending={isSending} className="justify-self-start">
          Send
        </Button>
      </DisabledUntilHydrated>
    </form>
  )
}
