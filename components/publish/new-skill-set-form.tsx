'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState, useTransition } from 'react'
import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import { paths } from '#lib/site/paths.ts'
import type { SkillChoice } from '#lib/skillset/document/empty-document.ts'
import { DisabledUntilHydrated } from '../browser/disabled-until-hydrated.tsx'
import { NameAndSlug, SkillChoices } from '../studio/new-skill/skill-choices.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Select } from '../ui/forms/input.tsx'
import { RadioCards } from '../ui/forms/radio-cards.tsx'

export type NewSkillSet = {
  handle: string
  name: string
  slug: string
  visibility: 'PUBLIC' | 'PRIVATE'
  skill: SkillChoice
}

type FormProps = { handles: string[]; create: (wanted: NewSkillSet) => Promise<ActionResult<string>> }

export const VISIBILITY = {
  PUBLIC: { label: 'Public', help: 'For everyone. An admin reviews each version first.' },
  PRIVATE: { label: 'Private', help: 'For your organisation only. No review.' },
}

const SKILL: SkillChoice = { name: '', slug: '', kind: 'action', runtime: 'javascript' }

export function NewSkillSetForm({ handles, create }: FormProps) {
  const router = useRouter()
  const [wanted, setWanted] = useState<NewSkillSet>({
    handle: handles[0] ?? '',
    name: '',
    slug: '',
    visibility: 'PUBLIC',
    skill: SKILL,
  })
  const [error, setError] = useState<PublicError>()
  const [isPending, start] = useTransition()
  const set = (part: Partial<NewSkillSet>) => setWanted({ ...wanted, ...part })
  const problems = (error?.details ?? []).filter(({ path }) => path === '/slug').map(({ message }) => message)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    start(async () => {
      setError(undefined)
      const answer = await create(wanted)
      if (answer.ok) router.push(paths.publishSkillSet(answer.data))
      else setError(answer.error)
    })
  }

  return (
    <form className="grid gap-8" onSubmit={submit}>
      <DisabledUntilHydrated className="grid gap-5">
        {handles.length > 1 && (
          <HandleSelect handles={handles} value={wanted.handle} onChange={(handle) => set({ handle })} />
        )}
        <NameAndSlug
          value={wanted}
          onChange={set}
          labels={['Name', 'Slug']}
          help={['Display name, for example “Text tools”.', calledBy(wanted.handle, wanted.slug)]}
          problems={problems}
        />
        <RadioCards
          legend="Who can use it"
          options={VISIBILITY}
          value={wanted.visibility}
          onChange={(visibility) => set({ visibility })}
        />
      </DisabledUntilHydrated>
      <DisabledUntilHydrated className="grid gap-5 border-border border-t pt-6">
        <legend className="float-left w-full font-semibold">The first skill</legend>
        <SkillChoices
          choice={wanted.skill}
          onChange={(skill) => set({ skill })}
          slugHelp={calledBy(wanted.handle, wanted.slug, wanted.skill.slug)}
        />
      </DisabledUntilHydrated>
      {error && problems.length === 0 && <Alert variant="destructive">{error.message}</Alert>}
      <Button type="submit" className="w-fit" pending={isPending}>
        Create draft
      </Button>
    </form>
  )
}

type HandleSelectProps = { handles: readonly string[]; value: string; onChange: (handle: string) => void }

export function HandleSelect({ handles, value, onChange }: HandleSelectProps) {
  return (
    <Field label="Publish as">
      {(wired) => (
        <Select {...wired} value={value} onChange={({ target }) => onChange(target.value)}>
          {handles.map((handle) => (
            <option key={handle}>{handle}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** As far as it is known. */
export function calledBy(...parts: [handle: string, ...slugs: string[]]) {
  const isKnown = parts.every((part) => part !== '')
  if (!isKnown) return 'Part of the full name and the URL: lowercase letters, digits, underscores.'
  return (
    <>
      Full name: <code className="[overflow-wrap:anywhere]">{parts.join('.')}</code>.
    </>
  )
}
