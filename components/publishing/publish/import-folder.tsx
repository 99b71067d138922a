'use client'

import { FolderUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState, useTransition } from 'react'
import { createLitterFilter } from '#lib/contracts/skill-folders/litter.ts'
import type { Issue, PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { SKILL_ARCHIVE_LIMITS } from '#lib/kernel/zip/archive-limits.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { IssueList } from '../../ui/issue-list.tsx'
import { DropZone } from './drop-zone.tsx'
import { ProgramsCheckbox, TargetSelect } from './import-target.tsx'
import { requestFromSite } from './request-from-site.ts'

type ImportProps = {
  handles: string[]
  skillSets: string[]
}

type ImportedFolder = { skill_set_id: string; name: string; findings: Issue[] }

type Outcome = { source: string } & ({ error: PublicError } | { imported: ImportedFolder })

export function ImportFolder({ handles, skillSets }: ImportProps) {
  const router = useRouter()
  const picker = useRef<HTMLInputElement>(null)
  const [target, setTarget] = useState(`${handles[0] ?? ''}.`)
  const [callPrograms, setCallPrograms] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const [isPending, start] = useTransition()

  function importFiles(files: readonly File[]) {
    const skillFiles = omitLitter(files)
    const [first] = skillFiles
    if (!first) return
    const folder = first.webkitRelativePath.split('/')[0]
    const source = folder || first.name
    start(async () => {
      const sizeError = folderError(skillFiles)
      if (sizeError)
        return setOutcome({ source, error: { code: 'INVALID_INPUT', message: sizeError, recoverable: true } })
      setOutcome(undefined)
      const [handle = '', into = ''] = target.split('.')
      const result = await requestFromSite<ImportedFolder>(
        `${paths.skillFolders}?${new URLSearchParams({ handle, into, programs: String(callPrograms) })}`,
        { method: 'POST', body: folder ? await packFolder(skillFiles) : first },
      )
      if (!result.ok) setOutcome({ source, error: result.error })
      else if (result.data.findings.length > 0) setOutcome({ source, imported: result.data })
      else router.push(paths.publishSkillSet(result.data.skill_set_id))
    })
  }

  return (
    <div className="grid content-start gap-3">
      <DropZone
        icon={FolderUp}
        title={isPending ? 'Reading the folder…' : 'Import a skill folder'}
        accept=".zip,.skill,application/zip"
        disabled={isPending}
        onFile={(file) => importFiles([file])}
      >
        A zip with a SKILL.md: an Agent Skill or a folder exported from Guildhall. It is imported as a draft.
      </DropZone>
      <div className="flex flex-wrap items-end gap-3">
        <TargetSelect handles={handles} skillSets={skillSets} value={target} onChange={setTarget} />
        <Button variant="outline" pending={isPending} onClick={() => picker.current?.click()}>
          <FolderUp aria-hidden /> Choose a folder
        </Button>
        <input
          ref={picker}
          type="file"
          aria-label="A skill folder"
          tabIndex={-1}
          className="sr-only"
          // React's types do not know this attribute.
          {...{ webkitdirectory: '' }}
          multiple
          onChange={({ target: input }) => {
            importFiles([...(input.files ?? [])])
            input.value = ''
          }}
        />
      </div>
      <ProgramsCheckbox checked={callPrograms} onChange={setCallPrograms} />
      {outcome && <ImportOutcome outcome={outcome} />}
    </div>
  )
}

function ImportOutcome({ outcome }: { outcome: Outcome }) {
  if ('error' in outcome) {
    return (
      <div className="grid gap-2 rounded-lg border border-destructive/40 bg-card px-4 py-3">
        <p className="font-medium text-sm [overflow-wrap:anywhere]">{outcome.source} could not be imported</p>
        <IssueList error={outcome.error} />
      </div>
    )
  }
  const { name, findings, skill_set_id } = outcome.imported
  return (
    <div
      role="status"
      className="grid justify-items-start gap-2 rounded-lg border border-border bg-card px-4 py-3 text-sm"
    >
      <p className="font-medium [overflow-wrap:anywhere]">
        {name} was imported as a draft. Review these notes before you continue:
      </p>
      <ul className="grid list-disc gap-1 pl-5 [overflow-wrap:anywhere]">
        {findings.map(({ message }: Issue) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <LinkButton href={paths.publishSkillSet(skill_set_id)} size="sm">
        Open the draft
      </LinkButton>
    </div>
  )
}

/** Omits what is not part of the skill: with its dependencies, a folder may have thousands of files. */
function omitLitter(files: readonly File[]): File[] {
  const isLitter = createLitterFilter(files.map(filePath))
  return files.filter((file) => !isLitter(filePath(file)))
}

/** Checks number and size of the files before any is read. Returns undefined if they can be sent. */
function folderError(files: readonly File[]): string | undefined {
  const { files: maxFiles, totalBytes } = SKILL_ARCHIVE_LIMITS
  if (files.length === 0) return 'This folder is empty.'
  if (files.length > maxFiles)
    return `This folder contains ${files.length} files. The maximum is ${maxFiles}.`
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return size > totalBytes
    ? `This folder is larger than the maximum of ${totalBytes / 1024 / 1024} MB.`
    : undefined
}

async function packFolder(files: readonly File[]): Promise<Blob> {
  const { zipSync } = await import('fflate')
  const entries = await Promise.all(
    files.map(async (file) => [filePath(file), new Uint8Array(await file.arrayBuffer())] as const),
  )
  return new Blob([zipSync(Object.fromEntries(entries)).slice()], { type: 'application/zip' })
}

function filePath(file: File): string {
  return file.webkitRelativePath || file.name
}
