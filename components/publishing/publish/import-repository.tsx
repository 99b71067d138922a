'use client'

import { FolderGit2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState, useTransition } from 'react'
import type { Issue, PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { InputField } from '../../ui/forms/field.tsx'
import { IssueList } from '../../ui/issue-list.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ProgramsCheckbox, TargetSelect } from './import-target.tsx'
import { requestFromSite } from './request-from-site.ts'

type License = { name: string; source: string; is_spdx: boolean }
type RepositorySkill = { path: string; name: string; description: string; license: License | null }
type Repository = { address: string; repository: string; commit: string; skills: RepositorySkill[] }
type ImportedSkill = {
  path: string
  skill_set_id?: string
  name?: string
  findings?: Issue[]
  error?: PublicError
}

type ImportProps = { handles: string[]; skillSets: string[] }

/** Lists the skills of a repository on GitHub, and imports those that the person chooses. */
export function ImportRepository({ handles, skillSets }: ImportProps) {
  const [address, setAddress] = useState('')
  const [repository, setRepository] = useState<Repository>()
  const [imported, setImported] = useState<ImportedSkill[]>()
  const [error, setError] = useState<PublicError>()
  const [isPending, start] = useTransition()
  const router = useRouter()

  function list(event: FormEvent) {
    event.preventDefault()
    start(async () => {
      setRepository(undefined)
      setImported(undefined)
      const result = await requestFromSite<Omit<Repository, 'address'>>(
        `${paths.repositorySkills}?${new URLSearchParams({ address })}`,
      )
      setError(result.ok ? undefined : result.error)
      if (result.ok) setRepository({ ...result.data, address })
    })
  }

  async function importChosen(choice: object): Promise<void> {
    const result: ActionResult<{ skills: ImportedSkill[] }> = await requestFromSite(paths.repositoryImports, {
      method: 'POST',
      body: JSON.stringify({ address: repository?.address, commit: repository?.commit, ...choice }),
    })
    setError(result.ok ? undefined : result.error)
    if (!result.ok) return
    setImported(result.data.skills)
    setRepository(undefined)
    // The page lists the new drafts.
    router.refresh()
  }

  return (
    <section
      aria-label="Import from GitHub"
      className="grid gap-4 rounded-lg border border-border bg-card p-4"
    >
      <form onSubmit={list} className="flex flex-wrap items-end gap-3">
        <InputField
          label="Import from GitHub"
          help="The address of a public repository with skills, or of a folder in it."
          className="min-w-0 flex-[1_1_18rem]"
          value={address}
          onChange={setAddress}
          placeholder="https://github.com/owner/name"
          isCode
          required
          maxLength={2_000}
        />
        <Button type="submit" variant="outline" pending={isPending} className="sm:mb-6.5">
          <FolderGit2 aria-hidden /> List its skills
        </Button>
      </form>
      {error && <IssueList error={error} />}
      {repository && (
        <ChooseSkills
          // A second repository begins with nothing chosen.
          key={`${repository.repository} ${repository.commit}`}
          repository={repository}
          {...{ handles, skillSets }}
          onImport={importChosen}
        />
      )}
      {imported && <ImportedList imported={imported} />}
    </section>
  )
}

type ChooseProps = ImportProps & { repository: Repository; onImport: (choice: object) => Promise<void> }

function ChooseSkills({
  repository: { repository, commit, skills },
  handles,
  skillSets,
  onImport,
}: ChooseProps) {
  const [chosen, setChosen] = useState<string[]>(skills.length === 1 ? skills.map(({ path }) => path) : [])
  const [target, setTarget] = useState(`${handles[0] ?? ''}.`)
  const [license, setLicense] = useState('')
  const [callPrograms, setCallPrograms] = useState(false)
  const [isAccepted, setAccepted] = useState(false)
  const [isPending, start] = useTransition()
  const acceptId = useId()
  const unlicensed = skills.filter((skill) => chosen.includes(skill.path) && !skill.license?.is_spdx)
  const isStated = unlicensed.some((skill) => skill.license !== null)
  const isUnstated = unlicensed.some((skill) => skill.license === null)
  // An entered licence is for skills that state none; terms that nobody recognised stay, and need the confirmation.
  const isBlocked = !isAccepted && (isStated || (isUnstated && !license.trim()))

  function submit(event: FormEvent) {
    event.preventDefault()
    const [handle = '', into = ''] = target.split('.')
    start(() =>
      onImport({
        paths: chosen,
        handle,
        ...(into && { into }),
        ...(license.trim() && { license: license.trim() }),
        programs: callPrograms,
        accept_unlicensed: isAccepted,
      }),
    )
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium text-sm [overflow-wrap:anywhere]">
          {plural(skills.length, 'skill')} of {repository} at <code>{commit.slice(0, 7)}</code>
        </legend>
        <ul className="grid max-h-96 gap-1 overflow-y-auto">
          {skills.map((skill) => (
            <SkillChoice
              key={skill.path}
              skill={skill}
              isChosen={chosen.includes(skill.path)}
              onChoose={(isChosen) =>
                setChosen((before) =>
                  isChosen ? [...before, skill.path] : before.filter((path) => path !== skill.path),
                )
              }
            />
          ))}
        </ul>
      </fieldset>
      {unlicensed.length > 0 && (
        <div className="grid gap-3 rounded-md border border-warning/50 px-4 py-3 text-sm">
          <p>
            <strong>No known licence:</strong> {unlicensed.map(({ name }) => name).join(', ')}. Without a
            licence, nobody but the authors may publish this code.
          </p>
          {isUnstated && (
            <InputField
              label="The licence of those that state none"
              optional
              value={license}
              onChange={setLicense}
              placeholder="MIT"
              isCode
              maxLength={100}
            />
          )}
          <div className="flex items-start gap-2.5">
            <Checkbox id={acceptId} checked={isAccepted} onCheckedChange={setAccepted} />
            <label htmlFor={acceptId}>I am their author, or their authors allow me to publish them.</label>
          </div>
        </div>
      )}
      <ProgramsCheckbox checked={callPrograms} onChange={setCallPrograms} />
      <div className="flex flex-wrap items-end gap-3">
        <TargetSelect {...{ handles, skillSets }} value={target} onChange={setTarget} />
        <Button type="submit" pending={isPending} disabled={chosen.length === 0 || isBlocked}>
          Import {chosen.length > 0 ? plural(chosen.length, 'skill') : 'skills'}
        </Button>
      </div>
    </form>
  )
}

type SkillChoiceProps = {
  skill: RepositorySkill
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function SkillChoice({ skill: { path, name, description, license }, isChosen, onChoose }: SkillChoiceProps) {
  const id = useId()
  return (
    <li className="flex items-start gap-2.5 rounded-md px-1 py-1.5">
      <Checkbox id={id} checked={isChosen} onCheckedChange={onChoose} className="mt-0.5" />
      <label htmlFor={id} className="grid min-w-0 gap-0.5 text-sm [overflow-wrap:anywhere]">
        <span className="font-medium">{name}</span>
        {path && <code className="text-muted-foreground">{path}</code>}
        {description && <span className="line-clamp-2 text-muted-foreground">{description}</span>}
        <LicenseText license={license} />
      </label>
    </li>
  )
}

function LicenseText({ license }: { license: License | null }) {
  if (!license) return <span className="text-warning">No licence found</span>
  if (license.is_spdx)
    return (
      <span>
        Licence: {license.name}, by {license.source}
      </span>
    )
  return (
    <span className="text-warning">
      Licence not recognised: “{license.name}”, in {license.source}
    </span>
  )
}

function ImportedList({ imported }: { imported: ImportedSkill[] }) {
  return (
    <div role="status">
      <ul className="grid gap-3 text-sm">
        {imported.map(({ path, skill_set_id, name, findings = [], error }) => (
          <li key={path} className="grid gap-1 [overflow-wrap:anywhere]">
            {skill_set_id ? (
              <p>
                <TextLink href={paths.publishSkillSet(skill_set_id)}>{name}</TextLink> was imported as a
                draft.
              </p>
            ) : (
              <p className="font-medium">{path || 'The repository'} could not be imported</p>
            )}
            {error && <IssueList error={error} />}
            {findings.length > 0 && (
              <ul className="grid list-disc gap-1 pl-5">
                {findings.map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
