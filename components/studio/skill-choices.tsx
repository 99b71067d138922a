'use client'

import type { ReactNode } from 'react'
import type { SkillChoice } from '#lib/contract/document/new-skill.ts'
import { NameAndSlug } from './name-and-slug.tsx'
import { RadioCards } from './radio-cards.tsx'

type ChoicesProps = {
  choice: SkillChoice
  onChange: (choice: SkillChoice) => void
  /** What is wrong with the slug. */
  problem?: string
  slugHelp?: ReactNode
}

const SLUG_HELP = 'Part of the full name and the URL: lowercase letters, digits, underscores.'

const KINDS = {
  action: { label: 'Action', help: 'Code with a contract: what goes in, what comes out.' },
  instruction: { label: 'Instructions', help: 'A page that agents read. No code runs.' },
}

const RUNTIMES = {
  javascript: { label: 'JavaScript', help: 'Or TypeScript; its types are stripped.' },
  python: { label: 'Python', help: 'With the standard library; no packages.' },
}

/** Name, slug, kind and runtime of a skill. Kind and runtime are chosen once. */
export function SkillChoices({ choice, onChange, problem, slugHelp }: ChoicesProps) {
  const set = (part: Partial<SkillChoice>) => onChange({ ...choice, ...part })
  return (
    <>
      <NameAndSlug
        value={choice}
        onChange={set}
        labels={['Skill name', 'Skill slug']}
        help={['The display name, such as “Text statistics”.', slugHelp ?? SLUG_HELP]}
        problems={problem ? [problem] : []}
      />
      <RadioCards legend="Kind" options={KINDS} value={choice.kind} onChange={(kind) => set({ kind })} />
      {choice.kind === 'action' && (
        <RadioCards
          legend="Language"
          options={RUNTIMES}
          value={choice.runtime}
          onChange={(runtime) => set({ runtime })}
        />
      )}
    </>
  )
}
