'use client'

import { FileUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { SentText } from '#lib/protocols/http/requests/parse-test-run.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { SelectField } from '../../ui/forms/field.tsx'
import { errorAt } from '../../ui/forms/form-error.tsx'
import { IssueList } from '../../ui/issue-list.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import { attemptAction } from '../../ui/use-action.ts'
import { DropZone } from './drop-zone.tsx'

/** Files that people drop here and that belong elsewhere. Read as JSON, they would fail at some character. */
const MISPLACED = [
  {
    ending: /\.py$/i,
    message:
      'This is Python code. Create a SkillSet with a Python skill, then paste the code under Definition.',
  },
  { ending: /\.(zip|skill)$/i, message: 'This is a folder. Drop it on “Import a skill folder”.' },
  {
    ending: /\.md$/i,
    message:
      'This is Markdown. Put it into a folder as SKILL.md, and drop the zip on “Import a skill folder”.',
  },
]

type UploadProps = {
  handles: string[]
  upload: (handle: string, sent: SentText) => Promise<ActionResult<{ skillSetId: string; notices: string[] }>>
}

export function UploadSkillSet({ handles, upload }: UploadProps) {
  const router = useRouter()
  const [handle, setHandle] = useState(handles[0] ?? '')
  const [failure, setFailure] = useState<{ name: string; error: PublicError }>()
  const [isPending, start] = useTransition()

  function importFile(file: File) {
    start(async () => {
      setFailure(undefined)
      const misplaced = MISPLACED.find(({ ending }) => ending.test(file.name))
      if (misplaced) return setFailure({ name: file.name, error: errorAt('', misplaced.message) })
      const text = await file.text()
      const result = await attemptAction(() => upload(handle, { text }))
      if (!result.ok) return setFailure({ name: file.name, error: result.error })
      for (const notice of result.data.notices) toast(notice, { duration: 20_000 })
      router.push(paths.publishSkillSet(result.data.skillSetId))
    })
  }

  return (
    <div className="grid content-start gap-3">
      <DropZone
        icon={FileUp}
        title={isPending ? 'Reading the file…' : 'Upload a SkillSet as JSON'}
        accept=".json,.js,.mjs,.ts,.txt,application/json"
        disabled={isPending}
        onFile={importFile}
      >
        Drop a file here, or click to choose one. It is imported as a draft. A single skill, a skill’s
        contract and JavaScript object text work too.
      </DropZone>
      {handles.length > 1 && (
        <SelectField
          label="Upload as"
          className="max-w-60"
          value={handle}
          onChange={setHandle}
          options={handles}
        />
      )}
      {failure && (
        <div className="grid gap-2 rounded-lg border border-destructive/40 bg-card px-4 py-3">
          <p className="font-medium text-sm">{failure.name} could not be imported</p>
          <IssueList error={failure.error} />
          {failure.error.href && (
            <TextLink href={failure.error.href}>Open the studio of that SkillSet</TextLink>
          )}
        </div>
      )}
    </div>
  )
}
