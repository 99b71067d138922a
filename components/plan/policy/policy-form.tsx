'use client'

import { type FormEvent, type ReactNode, useState, useTransition } from 'react'
import type { ApprovalMode, ApprovalPolicy } from '#lib/contract/plan/approval-policy.ts'
import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { FormError } from '../../account/form-error.tsx'
import type { FormState } from '../../account/form-state.ts'
import { RadioCards } from '../../studio/radio-cards.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'

const MODES: Record<ApprovalMode, { label: string; help: string }> = {
  ask: { label: 'Ask about everything', help: 'A person confirms each plan before it starts.' },
  'auto-read-only': {
    label: 'Ask about changes',
    help: 'Plans that only read start by themselves. Writes and commands need confirmation.',
  },
  never: { label: 'No plans', help: 'No plan runs, not even as a dry run.' },
}

type Lists = 'allowedTools' | 'deniedTools' | 'allowedPaths'

const LISTS: Record<Lists, { label: string; help: ReactNode; placeholder: string }> = {
  deniedTools: {
    label: 'Tools that plans may never use',
    help: 'One per line. * matches anything: commands.* means every tool in that namespace. Denials always win.',
    placeholder: 'e.g. vault.delete',
  },
  allowedTools: {
    label: 'Tools that plans may use',
    help: 'One per line; leave empty to allow all. Built-in tools and skills, including what those skills use: vault.*, publisher.skillset.*',
    placeholder: 'e.g. vault.*',
  },
  allowedPaths: {
    label: 'Files that plans may touch',
    help: 'Vault path patterns, one per line; leave empty to allow all. Notes/** is a folder and everything in it.',
    placeholder: 'e.g. Notes/**',
  },
}

type PolicyFormProps = {
  policy: ApprovalPolicy
  /** Owners and admins; others only read. */
  canChange: boolean
  /** `seen` is what the admin had before them when they changed it. */
  save: (policy: ApprovalPolicy, seen: ApprovalPolicy) => Promise<ActionResult<void>>
}

/** What an organisation lets its plans do. */
export function PolicyForm({ policy, canChange, save }: PolicyFormProps) {
  const [seen, setSeen] = useState(policy)
  const [mode, setMode] = useState(policy.mode)
  const [texts, setTexts] = useState<Record<Lists, string>>({
    deniedTools: policy.deniedTools.join('\n'),
    allowedTools: policy.allowedTools.join('\n'),
    allowedPaths: policy.allowedPaths.join('\n'),
  })
  const [error, setError] = useState<FormState>(null)
  const [isSaved, setIsSaved] = useState(false)
  const [pending, start] = useTransition()

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsSaved(false)
    start(async () => {
      const { deniedTools, allowedTools, allowedPaths } = texts
      const next = {
        mode,
        deniedTools: linesOf(deniedTools),
        allowedTools: linesOf(allowedTools),
        allowedPaths: linesOf(allowedPaths),
      }
      const result = await save(next, seen)
      if (result.ok) setSeen(next)
      setError(result.ok ? null : result.error)
      setIsSaved(result.ok)
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={!canChange} className="grid grid-cols-1 gap-6">
        {!canChange && <Alert>Owners and admins of your organisation can change this.</Alert>}
        <FormError state={error} fields={namedPaths(error)} />
        <RadioCards legend="Before a plan runs" options={MODES} value={mode} onChange={setMode} />
        {(Object.keys(LISTS) as Lists[]).map((list) => (
          <Field
            key={list}
            label={LISTS[list].label}
            help={LISTS[list].help}
            errors={errorsOfList(error, list, texts[list])}
          >
            {(wired) => (
              <Textarea
                {...wired}
                rows={3}
                className="font-mono"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder={LISTS[list].placeholder}
                value={texts[list]}
                onChange={(event) => setTexts({ ...texts, [list]: event.target.value })}
              />
            )}
          </Field>
        ))}
        {canChange && (
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit" pending={pending}>
              Save
            </Button>
            <p role="status" className="text-muted-foreground text-sm">
              {isSaved && 'Saved.'}
            </p>
          </div>
        )}
      </fieldset>
    </form>
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** Each with the line that it is about: the server counts them from 0. */
function errorsOfList(error: PublicError | null, list: Lists, text: string): string[] {
  const lines = linesOf(text)
  return (error?.details ?? []).flatMap(({ path, message }) => {
    const found = new RegExp(`^/${list}(?:/(\\d+))?$`).exec(path)
    if (!found) return []
    const [, at] = found
    return at === undefined ? [message] : [`“${lines[Number(at)] ?? ''}”: ${message}`]
  })
}

function namedPaths(error: PublicError | null): string[] {
  const lists = Object.keys(LISTS)
  return (error?.details ?? [])
    .map(({ path }) => path)
    .filter((path) => lists.includes(path.split('/')[1] ?? ''))
}
