'use client'

import { useId } from 'react'
import type { SkillChoice } from '#lib/contract/document/new-skill.ts'
import { slugFrom } from '#lib/contract/document/slug-from.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { RadioCards } from './radio-cards.tsx'

type ChoicesProps = {
  choice: SkillChoice
  onChange: (choice: SkillChoice) => void
  /** What is wrong with the slug. */
  problem?: string
}

const KINDS = {
  action: { label: 'Action', help: 'Code with a contract: what goes in, what comes out.' },
  instruction: { label: 'Instructions', help: 'A page an agent reads. Nothing is run.' },
}

const RUNTIMES = {
  javascript: { label: 'JavaScript', help: 'Or TypeScript, with its types taken off.' },
  python: { label: 'Python', help: 'Saved with the draft. It cannot run here yet.' },
}

/** Name, slug, kind and runtime of a skill. Kind and runtime are chosen once. */
export function SkillChoices({ choice, onChange, problem }: ChoicesProps) {
  const id = useId()
  const set = (part: Partial<SkillChoice>) => onChange({ ...choice, ...part })
  // The slug follows the name until somebody writes one.
  const follows = choice.slug === slugFrom(choice.name)
  return (
    <>
      <Field label="Skill name" required help="What people see: “Text statistics”." id={`${id}-name`}>
        {(wired) => (
          <Input
            {...wired}
            value={choice.name}
            maxLength={100}
            autoComplete="off"
            onChange={({ target: { value } }) =>
              set({ name: value, ...(follows && { slug: slugFrom(value) }) })
            }
          />
        )}
      </Field>
      <Field
        label="Skill slug"
        required
        help="What programs call it by: lowercase letters, digits, underscores."
        errors={problem ? [problem] : []}
        id={`${id}-slug`}
      >
        {(wired) => (
          <Input
            {...wired}
            className="font-mono"
            value={choice.slug}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => set({ slug: target.value })}
          />
        )}
      </Field>
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
