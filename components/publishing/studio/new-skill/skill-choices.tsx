'use client'

import type { ReactNode } from 'react'
import type { SkillChoice } from '#lib/contracts/document/empty-document.ts'
import { slugFrom } from '#lib/kernel/names/skill-name.ts'
import { InputField } from '../../../ui/forms/field.tsx'
import { RadioCards } from '../../../ui/forms/radio-cards.tsx'

type ChoicesProps = {
  choice: SkillChoice
  onChange: (choice: SkillChoice) => void
  problems?: NameProblems
  slugHelp?: ReactNode
}

const SLUG_HELP = 'Part of the full name and the URL: lowercase letters, digits, underscores.'

const KINDS = {
  action: { label: 'Action', help: 'Code with a contract for its input and output.' },
  instruction: { label: 'Instructions', help: 'A page that agents read. No code runs.' },
}

const RUNTIMES = {
  javascript: { label: 'JavaScript', help: 'Or TypeScript, with packages from npm.' },
  python: { label: 'Python', help: 'The standard library, and pure Python packages from PyPI.' },
}

export function SkillChoices({ choice, onChange, problems, slugHelp }: ChoicesProps) {
  const update = (part: Partial<SkillChoice>) => onChange({ ...choice, ...part })
  return (
    <>
      <NameAndSlug
        value={choice}
        onChange={update}
        labels={['Skill name', 'Skill slug']}
        help={['Display name, for example “Text statistics”.', slugHelp ?? SLUG_HELP]}
        problems={problems}
      />
      <RadioCards legend="Kind" options={KINDS} value={choice.kind} onChange={(kind) => update({ kind })} />
      {choice.kind === 'action' && (
        <RadioCards
          legend="Language"
          options={RUNTIMES}
          value={choice.runtime}
          onChange={(runtime) => update({ runtime })}
        />
      )}
    </>
  )
}

type NameAndSlugValue = { name: string; slug: string }

type NameProblems = { name?: string[]; slug?: string[] }

type NameAndSlugProps = {
  value: NameAndSlugValue
  onChange: (changed: NameAndSlugValue) => void
  labels: [name: string, slug: string]
  help: [name: ReactNode, slug: ReactNode]
  problems?: NameProblems
}

export function NameAndSlug({ value, onChange, labels, help, problems }: NameAndSlugProps) {
  const { name, slug } = value
  // The slug follows the name until the user edits it.
  const isSlugDerived = slug === slugFrom(name)
  return (
    <>
      <InputField
        label={labels[0]}
        required
        help={help[0]}
        errors={problems?.name}
        maxLength={100}
        value={name}
        onChange={(value) => onChange({ name: value, slug: isSlugDerived ? slugFrom(value) : slug })}
      />
      <InputField
        label={labels[1]}
        required
        help={help[1]}
        errors={problems?.slug}
        isCode
        value={slug}
        onChange={(text) => onChange({ name, slug: text })}
      />
    </>
  )
}
