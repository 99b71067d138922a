'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { SkillChoice } from '#lib/contracts/document/empty-document.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { DisabledUntilHydrated } from '../../browser/disabled-until-hydrated.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../../ui/forms/form-error.tsx'
import { RadioCards } from '../../ui/forms/radio-cards.tsx'
import { useAction } from '../../ui/use-action.ts'
import { NameAndSlug, SkillChoices } from '../studio/new-skill/skill-choices.tsx'

type NewSkillSet = {
  handle: string
  name: string
  slug: string
  visibility: 'PUBLIC' | 'PRIVATE'
  skill: SkillChoice
}

type FormProps = { handles: string[]; create: (skillSet: NewSkillSet) => Promise<ActionResult<string>> }

const VISIBILITY = {
  PUBLIC: { label: 'Public', help: 'For everyone. An admin reviews each version first.' },
  PRIVATE: { label: 'Private', help: 'For your organisation only. No review.' },
}

const NEW_SKILL: SkillChoice = { name: '', slug: '', kind: 'action', runtime: 'javascript' }

const FIELDS = ['/name', '/slug', '/skill/name', '/skill/slug']

export function NewSkillSetForm({ handles, create }: FormProps) {
  const router = useRouter()
  const [skillSet, setSkillSet] = useState<NewSkillSet>({
    handle: handles[0] ?? '',
    name: '',
    slug: '',
    visibility: 'PUBLIC',
    skill: NEW_SKILL,
  })
  const [error, setError] = useState<FormState>(null)
  const [isPending, start] = useAction(setError)
  const update = (part: Partial<NewSkillSet>) => setSkillSet({ ...skillSet, ...part })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    start(
      () => create(skillSet),
      (id) => router.push(paths.publishSkillSet(id)),
    )
  }

  return (
    <form className="grid gap-8" onSubmit={submit}>
      <FormError state={error} fields={FIELDS} />
      <SkillSetFields
        handles={handles}
        value={skillSet}
        onChange={update}
        help={['Display name, for example “Text tools”.', describeFullName(skillSet.handle, skillSet.slug)]}
        error={error}
      />
      <DisabledUntilHydrated className="grid gap-5 border-border border-t pt-6">
        <legend className="float-left w-full font-semibold">The first skill</legend>
        <SkillChoices
          choice={skillSet.skill}
          onChange={(skill) => update({ skill })}
          problems={{ name: errorsAt(error, '/skill/name'), slug: errorsAt(error, '/skill/slug') }}
          slugHelp={describeFullName(skillSet.handle, skillSet.slug, skillSet.skill.slug)}
        />
      </DisabledUntilHydrated>
      <Button type="submit" className="w-fit" pending={isPending}>
        Create draft
      </Button>
    </form>
  )
}

type SkillSetIdentity = Pick<NewSkillSet, 'handle' | 'name' | 'slug' | 'visibility'>

type SkillSetFieldsProps = {
  handles: readonly string[]
  value: SkillSetIdentity
  onChange: (part: Partial<SkillSetIdentity>) => void
  /** The help texts of the name and the slug. */
  help: [ReactNode, ReactNode]
  error: FormState
  children?: ReactNode
}

export function SkillSetFields(props: SkillSetFieldsProps) {
  const { handles, value, onChange, help, error, children } = props
  return (
    <DisabledUntilHydrated className="grid gap-5">
      {handles.length > 1 && (
        <SelectField
          label="Publish as"
          value={value.handle}
          onChange={(handle) => onChange({ handle })}
          options={handles}
        />
      )}
      <NameAndSlug
        value={value}
        onChange={onChange}
        labels={['Name', 'Slug']}
        help={help}
        problems={{ name: errorsAt(error, '/name'), slug: errorsAt(error, '/slug') }}
      />
      <RadioCards
        legend="Who can use it"
        options={VISIBILITY}
        value={value.visibility}
        onChange={(visibility) => onChange({ visibility })}
      />
      {children}
    </DisabledUntilHydrated>
  )
}

/** Returns the full name as soon as all its parts are filled in, and what the slug is for until then. */
export function describeFullName(...parts: [handle: string, ...slugs: string[]]) {
  const isComplete = parts.every((part) => part !== '')
  if (!isComplete) return 'Part of the full name and the URL: lowercase letters, digits, underscores.'
  return (
    <>
      Full name: <code className="[overflow-wrap:anywhere]">{parts.join('.')}</code>.
    </>
  )
}
