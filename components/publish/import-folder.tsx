'use client'

/** A skill from a folder or a zip archive: ours, or an Agent Skill. */
import { FolderUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState, useTransition } from 'react'
import { paths } from '#lib/contract/market/paths.ts'
import type { Issue, PublicError } from '#lib/errors.ts'
import { IssueList } from '../studio/issue-list.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Link } from '../ui/link.tsx'
import { Select } from '../ui/select.tsx'
import { DropFrame } from './drop-frame.tsx'
import { packFolder, whyNotSend } from './pack-folder.ts'
import { type FolderAnswer, sendFolder } from './send-folder.ts'

type ImportProps = {
  handles: string[]
  /** Those that could get one more skill: "publisher.skillset". */
  skillSets: string[]
}

type Outcome = { what: string } & ({ error: PublicError } | { made: FolderAnswer })

export function ImportFolder({ handles, skillSets }: ImportProps) {
  const router = useRouter()
  const chooser = useRef<HTMLInputElement>(null)
  const [target, setTarget] = useState(`${handles[0] ?? ''}.`)
  const [outcome, setOutcome] = useState<Outcome>()
  const [isPending, start] = useTransition()

  function take(chosen: readonly File[]) {
    const [first] = chosen
    if (!first) return
    const folder = first.webkitRelativePath.split('/')[0]
    const what = folder || first.name
    start(async () => {
      const whyNot = whyNotSend(chosen)
      if (whyNot)
        return setOutcome({ what, error: { code: 'INVALID_INPUT', message: whyNot, recoverable: true } })
      setOutcome(undefined)
      const [handle = '', into = ''] = target.split('.')
      const answer = await sendFolder(folder ? await packFolder(chosen) : first, { handle, into })
      if (!answer.ok) setOutcome({ what, error: answer.error })
      // What was taken otherwise than it was written is read before it is left.
      else if (answer.data.findings.length > 0) setOutcome({ what, made: answer.data })
      else router.push(paths.publishSkillSet(answer.data.skill_set_id))
    })
  }

  return (
    <div className="grid content-start gap-3">
      <DropFrame
        icon={FolderUp}
        title={isPending ? 'Reading the folder…' : 'Import a skill folder'}
        accept=".zip,.skill,application/zip"
        disabled={isPending}
        onFile={(file) => take([file])}
      >
        A zip with a SKILL.md: an Agent Skill, or a folder exported here. It becomes a draft.
      </DropFrame>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Add the skill to" className="min-w-48 flex-1">
          {(wired) => (
            <Select {...wired} value={target} onChange={(event) => setTarget(event.target.value)}>
              {handles.map((handle) => (
                <option key={handle} value={`${handle}.`}>
                  {handles.length > 1 ? `a new SkillSet of ${handle}` : 'a new SkillSet'}
                </option>
              ))}
              {skillSets.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
        <Button variant="outline" pending={isPending} onClick={() => chooser.current?.click()}>
          <FolderUp aria-hidden /> Choose a folder
        </Button>
        <input
          ref={chooser}
          type="file"
          aria-label="A skill folder"
          tabIndex={-1}
          className="sr-only"
          // React does not know the attribute; every browser does.
          {...{ webkitdirectory: '' }}
          multiple
          onChange={({ target: input }) => {
            take([...(input.files ?? [])])
            input.value = ''
          }}
        />
      </div>
      {outcome && <Told outcome={outcome} />}
    </div>
  )
}

function Told({ outcome }: { outcome: Outcome }) {
  if ('error' in outcome) {
    return (
      <div className="grid gap-2 rounded-lg border border-destructive/40 bg-card px-4 py-3">
        <p className="font-medium text-sm [overflow-wrap:anywhere]">{outcome.what} was not accepted</p>
        <IssueList error={outcome.error} />
      </div>
    )
  }
  const { name, findings, skill_set_id } = outcome.made
  return (
    <div
      role="status"
      className="grid justify-items-start gap-2 rounded-lg border border-border bg-card px-4 py-3 text-sm"
    >
      <p className="font-medium [overflow-wrap:anywhere]">
        {name} is imported as a draft. Check this before you go on:
      </p>
      <ul className="grid list-disc gap-1 pl-5 [overflow-wrap:anywhere]">
        {findings.map(({ message }: Issue) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <Button asChild size="sm">
        <Link href={paths.publishSkillSet(skill_set_id)}>Open the draft</Link>
      </Button>
    </div>
  )
}
