'use client'

import { useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { PublicRecordingPreview } from '#lib/publishing/drafts/public-recordings.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'

export type PublicRecordingActions = {
  preview: (recordingId: string) => Promise<ActionResult<PublicRecordingPreview>>
  publish: (recordingId: string, isPublic: boolean) => Promise<ActionResult<void>>
}

type PublicRecordingProps = {
  recordingId: string
  publicAtMs: number | null
  title: string
  actions: PublicRecordingActions
}

/** Lets a publisher look at what everyone could download, and then publish it, or end that. */
export function PublicRecording({ recordingId, publicAtMs, title, actions }: PublicRecordingProps) {
  const [preview, setPreview] = useState<PublicRecordingPreview>()
  const [isPending, run] = useAction()

  const look = () => run(() => actions.preview(recordingId), setPreview)
  const publish = (isPublic: boolean, done: string) =>
    run(
      () => actions.publish(recordingId, isPublic),
      () => {
        setPreview(undefined)
        toast.success(done)
      },
    )

  if (publicAtMs !== null)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground">
        <span>
          Everyone can <TextLink href={paths.recording(recordingId)}>download the answers</TextLink> since{' '}
          <Time at={publicAtMs} style="day" />.
        </span>
        <Button
          variant="ghost"
          size="sm"
          pending={isPending}
          aria-label={`Make the answers of ${title} private`}
          onClick={() => publish(false, 'The recording is private again. Copies that were downloaded stay.')}
        >
          Make private
        </Button>
      </div>
    )
  if (!preview)
    return (
      <Button
        variant="outline"
        size="sm"
        className="w-fit"
        pending={isPending}
        aria-label={`Publish the answers of ${title}`}
        onClick={look}
      >
        Publish the answers…
      </Button>
    )
  const { secrets, unreadable } = preview
  const canPublish = secrets.length === 0 && unreadable.length === 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-pretty text-muted-foreground">
        This is what everyone could download from the page of the skill. Your settings, and replies of skills,
        tools and files, are not part of it; secrets are placeholders.
      </p>
      {secrets.length > 0 && (
        <Alert variant="warning" title="This looks like a secret">
          {secrets.join(', ')}. Record the example again with an answer that has none.
        </Alert>
      )}
      {unreadable.length > 0 && (
        <Alert variant="warning" title="This text cannot be checked for secrets">
          It is not UTF-8: {unreadable.join(', ')}. Record the example again with an answer in UTF-8.
        </Alert>
      )}
      <div className="max-h-80 overflow-auto">
        <CodeBlock text={preview.text} label={`What everyone could download of ${title}`} />
      </div>
      <div className="flex flex-wrap gap-2">
        {canPublish && (
          <Button
            size="sm"
            pending={isPending}
            onClick={() => publish(true, 'Everyone can download the answers now.')}
          >
            Publish
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={() => setPreview(undefined)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
