'use client'

import { type FormEvent, type ReactNode, useState, useTransition } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { ApprovalMode, ApprovalPolicy } from '#lib/plans/model/policy/approval-policy.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextareaField } from '../ui/forms/field.tsx'
import { FormError, type FormState } from '../ui/forms/form-error.tsx'
import { RadioCards } from '../ui/forms/radio-cards.tsx'
import { attemptAction } from '../ui/use-action.ts'

const MODES: Record<ApprovalMode, { label: string; help: string }> = {
  ask: { label: 'Confirm every plan', help: 'A person confirms each plan before it starts.' },
  'auto-read-only': {
    label: 'Confirm changes',
    help: 'Plans that only read start without confirmation. Plans with writes or commands need it.',
  },
  never: { label: 'Block all plans', help: 'No plan can run, not even as a dry run.' },
}

type Lists = 'allowedTools' | 'deniedTools' | 'allowedPaths'

const LISTS: Record<Lists, { label: string; help: ReactNode; placeholder: string }> = {
  deniedTools: {
    label: 'Denied tools',
    help: 'One per line. * matches anything: commands.* matches every tool in that namespace. Denied tools take precedence.',
    placeholder: 'e.g. vault.delete',
  },
  allowedTools: {
    label: 'Allowed tools',
    help: 'One per line, such as vault.* or publisher.skillset.*. Also applies to tools that a skill calls. Leave empty to allow all.',
    placeholder: 'e.g. vault.*',
  },
  allowedPaths: {
    label: 'Allowed files',
    help: 'Vault path patterns, one per line. Notes/** matches a folder and everything in it. Leave empty to allow all.',
    placeholder: 'e.g. Notes/**',
  },
}

type PolicyFormProps = {
  policy: ApprovalPolicy
  canChange: boolean
  /** `seen` is the policy that was edited, by which the server detects concurrent changes. */
  save: (policy: ApprovalPolicy, seen: ApprovalPolicy) => Promise<ActionResult<void>>
}

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
        deniedTools: splitLines(deniedTools),
        allowedTools: splitLines(allowedTools),
        allowedPaths: splitLines(allowedPaths),
      }
      const result = await attemptAction(() => save(next, seen))
      if (result.ok) setSeen(next)
      setError(result.ok ? null : result.error)
      setIsSaved(result.ok)
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={!canChange} className="grid grid-cols-1 gap-6">
        {!canChange && <Alert>Only owners and admins of your organisation can change this.</Alert>}
        <FormError state={error} fields={namedPaths(error)} />
        <RadioCards legend="Before a plan runs" options={MODES} value={mode} onChange={setMode} />
        {(Object.keys(LISTS) as Lists[]).map((list) => (
          <ListField
            key={list}
            {...LISTS[list]}
            errors={errorsOfList(error, list, texts[list])}
            value={texts[list]}
            onChange={(text) => setTexts({ ...texts, [list]: text })}
          />
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

type ListFieldProps = (typeof LISTS)[Lists] & {
  errors: string[]
  value: string
  onChange: (text: string) => void
}

function ListField({ label, help, placeholder, errors, value, onChange }: ListFieldProps) {
  return (
    <TextareaField
      label={label}
      help={help}
      errors={errors}
      isCode
      rows={3}
      autoComplete="off"
      placeholder={placeholder}
      value={value}
      onChange={onChange}
    />
  )
}

function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** Returns the errors of a list, each with the line it is about; the server counts lines from 0. */
function errorsOfList(error: PublicError | null, list: Lists, text: string): string[] {
  const lines = splitLines(text)
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
