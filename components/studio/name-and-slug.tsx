'use client'

import type { ReactNode } from 'react'
import { slugFrom } from '#lib/contract/document/slug-from.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

type Named = { name: string; slug: string }

type NameAndSlugProps = {
  value: Named
  onChange: (named: Named) => void
  /** "Skill name", "Skill slug". */
  labels: [name: string, slug: string]
  help: [name: ReactNode, slug: ReactNode]
  /** What is wrong with the slug. */
  problems?: string[]
}

/** What people read and what programs call, of whatever has both. */
export function NameAndSlug({ value: { name, slug }, onChange, labels, help, problems }: NameAndSlugProps) {
  // The slug follows the name until somebody writes one.
  const follows = slug === slugFrom(name)
  return (
    <>
      <Field label={labels[0]} required help={help[0]}>
        {(wired) => (
          <Input
            {...wired}
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={({ target: { value } }) =>
              onChange({ name: value, slug: follows ? slugFrom(value) : slug })
            }
          />
        )}
      </Field>
      <Field label={labels[1]} required help={help[1]} errors={problems}>
        {(wired) => (
          <Input
            {...wired}
            className="font-mono"
            value={slug}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => onChange({ name, slug: target.value })}
          />
        )}
      </Field>
    </>
  )
}
