'use client'

import { FileUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { SelectField } from '../../ui/forms/field.tsx'
import { IssueList } from '../../ui/issue-list.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import { attemptAction } from '../../ui/use-action.ts'
import { DropFrame } from './drop-frame.tsx'

type UploadProps = {
  handles: string[]
  upload: (handle: string, text: string) => Promise<ActionResult<{ skillSetId: string; notices: string[] }>>
}

export function UploadSkillSet({ handles, upload }: UploadProps) {
  const router = useRouter()
  const [handle, setHandle] = useState(handles[0] ?? '')
  const [failed, setFailed] = useState<{ name: string; error: PublicError }>()
  const [isPending, start] = useTransition()

  function take(file: File) {
    start(async () => {
      setFailed(undefined)
      const text = await file.text()
      const answer = await attemptAction(() => upload(handle, text))
      if (!answer.ok) return setFailed({ name: file.name, error: answer.error })
      for (const notice of answer.data.notices) toast(notice, { duration: 20_000 })
      router.push(paths.publishSkillSet(answer.data.skillSetId))
    })
  }

  return (
    <div className="grid content-start gap-3">
      <DropFrame
        icon={FileUp}
        title={isPending ? 'Reading the file…' : 'Upload a SkillSet as JSON'}
        accept=".json,.js,.mjs,.ts,.txt,application/json"
        disabled={isPending}
        onFile={take}
      >
        Drop a file here, or click to choose one. It is imported as a draft. A single skill, a skill’s
        contract and JavaScript object text work too.
      </DropFrame>
      {handles.length > 1 && (
        <SelectField
          label="Upload as"
          className="max-w-60"
          value={handle}
          onChange={setHandle}
          options={handles}
        />
      )}
      {failed && (
        <div className="grid gap-2 rounded-lg border border-destructive/40 bg-card px-4 py-3">
          <p className="font-medium text-sm">{failed.name} could not be imported</p>
          <IssueList error={failed.error} />
          {failed.error.href && (
            <TextLink href={failed.error.href}>Open the studio of that SkillSet</TextLink>
          )}
        </div>
      )}
    </div>
  )
}
