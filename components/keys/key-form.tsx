'use client'

import { type FormEvent, useState, useTransition } from 'react'
import { KEY_LIFETIMES, type KeyScope, OFFERED_SCOPES } from '#lib/contract/market/key-scopes.ts'
import type { NewKey } from '#lib/keys/keys.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { FormError } from '../account/form-error.tsx'
import { errorsAt, type FormState } from '../account/form-state.ts'
import { Button } from '../ui/button.tsx'
import { DialogFooter } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { DailyCapField } from './daily-cap-field.tsx'
import { ScopeBox } from './scope-box.tsx'

export type Wanted = {
  name: string
  scopes: KeyScope[]
  expiresInDays: number | null
  /** Decimal USDC; "" for no cap of its own. */
  dailyCap: string
  /** "publisher.skillset"; none for all. */
  skillSets: string[]
}

export type CreateKeyProps = {
  organisationName: string
  create: (wanted: Wanted) => Promise<ActionResult<NewKey>>
}

const DEFAULT_SCOPES: KeyScope[] = ['read', 'run']
const DEFAULT_DAYS = 90

/** What the key is called, may do and spend, and how long it lives. */
export function KeyForm({ create, onMade }: CreateKeyProps & { onMade: (key: NewKey) => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState(DEFAULT_SCOPES)
  const [days, setDays] = useState<number | null>(DEFAULT_DAYS)
  const [dailyCap, setDailyCap] = useState('')
  const [skillSets, setSkillSets] = useState('')
  const [error, setError] = useState<FormState>(null)
  const [pending, start] = useTransition()

  function submit(event: FormEvent) {
    event.preventDefault()
    start(async () => {
      const names = skillSets.split(/[\s,]+/).filter((each) => each !== '')
      const result = await create({ name, scopes, expiresInDays: days, dailyCap, skillSets: names })
      if (result.ok) onMade(result.data)
      else setError(result.error)
    })
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/name', '/scopes', '/expiresInDays', '/dailyCap']} />
      <Field
        label="Name"
        help="What the key is for, so that you recognise it later."
        errors={errorsAt(error, '/name')}
      >
        {(wired) => (
          <Input
            {...wired}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="grid grid-cols-1 gap-2.5">
        <legend className="mb-2 font-medium text-sm">Permissions</legend>
        {OFFERED_SCOPES.map((scope) => (
          <ScopeBox
            key={scope}
            scope={scope}
            checked={scopes.includes(scope)}
            onChange={(checked) =>
              setScopes((before) => (checked ? [...before, scope] : before.filter((each) => each !== scope)))
            }
          />
        ))}
        {errorsAt(error, '/scopes').map((sentence) => (
          <p key={sentence} className="text-destructive text-sm">
            {sentence}
          </p>
        ))}
      </fieldset>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Expires">
          {(wired) => (
            <Select
              {...wired}
              value={days ?? 'never'}
              onChange={({ target }) => setDays(target.value === 'never' ? null : Number(target.value))}
            >
              {KEY_LIFETIMES.map((each) => (
                <option key={each} value={each ?? 'never'}>
                  {each === null ? 'Never' : `In ${each} days`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <DailyCapField
          label="Daily cap in USDC"
          help="Beyond it, paid runs are refused until midnight UTC."
          errors={errorsAt(error, '/dailyCap')}
          value={dailyCap}
          onChange={setDailyCap}
        />
      </div>
      <Field
        label="Only these SkillSets"
        optional
        help="As publisher.skillset, separated by spaces. Leave empty for all that you may run."
        errors={errorsUnder(error, '/skillSets')}
      >
        {(wired) => (
          <Input
            {...wired}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
            placeholder="guildhall.text_tools"
            value={skillSets}
            onChange={(event) => setSkillSets(event.target.value)}
          />
        )}
      </Field>
      <DialogFooter>
        <Button type="submit" pending={pending}>
          Create key
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Of a list in one field: each sentence once, whichever entry it is of. */
function errorsUnder(error: FormState, path: string): string[] {
  const issues = (error?.details ?? []).filter(
    (issue) => issue.path === path || issue.path.startsWith(`${path}/`),
  )
  return [...new Set(issues.map(({ message }) => message))]
}
