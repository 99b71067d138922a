'use client'

import { type FormEvent, useState } from 'react'
import type { AutomationKind, AutomationTrigger } from '#lib/automations/model/automation-trigger.ts'
import { WEEKLY } from '#lib/automations/model/schedule-pattern.ts'
import type { Issue } from '#lib/kernel/errors.ts'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Field, InputField, SelectField } from '../ui/forms/field.tsx'
import { errorAt, errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Select } from '../ui/forms/input.tsx'
import { useAction } from '../ui/use-action.ts'
import { InputFields } from './input-fields.tsx'
import { SchedulePreview } from './schedule-preview.tsx'
import { TriggerFields } from './trigger-fields.tsx'

type AutomationDraft = {
  title: string
  trigger: AutomationTrigger
  timeZone: string
  maxPrice: string
  input?: Json
  isConfirmed?: boolean
}

export type SentAutomation = {
  title: string
  trigger: AutomationTrigger
  time_zone: string
  max_price: string
  /** The input of a skill as JSON text. */
  input?: string
  confirmed?: boolean
}

type AutomationFormProps<Created> = {
  draft: AutomationDraft
  /** The input schema of the skill; absent for a plan and for a skill that is unavailable. */
  schema?: JsonSchema
  submitLabel: string
  /** Disables the choice of the kind, because the address of a webhook must stay. */
  isExisting?: boolean
  send: (request: SentAutomation) => Promise<ActionResult<Created>>
  onDone: (created: Created) => void
}

const KINDS: Record<AutomationKind, { label: string; trigger: () => AutomationTrigger }> = {
  cron: { label: 'On a schedule', trigger: () => ({ kind: 'cron', cron: WEEKLY.cron, missed: 'skip' }) },
  once: { label: 'Once', trigger: () => ({ kind: 'once', at: tomorrowMorning(), missed: 'run-once' }) },
  webhook: { label: 'When a webhook sends a message', trigger: () => ({ kind: 'webhook' }) },
  vault: { label: 'When files in the vault change', trigger: () => ({ kind: 'vault', glob: 'Inbox/*' }) },
}

function tomorrowMorning(): string {
  const at = new Date(Date.now() + 86_400_000)
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${day.join('-')}T09:00`
}

const INPUT = '/input'
const FIELDS = ['/title', '/trigger/cron', '/trigger/at', '/trigger/glob', '/time_zone', '/max_price']

export function AutomationForm<Created>(props: AutomationFormProps<Created>) {
  const { draft, schema, submitLabel, isExisting, send, onDone } = props
  const [title, setTitle] = useState(draft.title)
  const [trigger, setTrigger] = useState(draft.trigger)
  const [timeZone, setTimeZone] = useState(draft.timeZone)
  const [maxPrice, setMaxPrice] = useState(draft.maxPrice)
  const [input, setInput] = useState(draft.input)
  const [isConfirmed, setConfirmed] = useState(draft.isConfirmed ?? false)
  const [error, setError] = useState<FormState>(null)
  const [pending, start] = useAction(setError)
  const [now] = useState(() => new Date())
  const isScheduled = trigger.kind === 'cron' || trigger.kind === 'once'
  const isPlan = draft.input === undefined
  const parameters = Object.keys(isObject(schema?.properties) ? schema.properties : {})

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isPlan && input === undefined) return setError(errorAt(INPUT, 'The input is not valid JSON.'))
    const request = {
      title,
      trigger: withoutCustomFlag(trigger),
      time_zone: timeZone,
      max_price: maxPrice || '0',
    }
    const subject = isPlan ? { confirmed: isConfirmed } : { input: JSON.stringify(input) }
    start(() => send({ ...request, ...subject }), onDone)
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={FIELDS} />
      <InputField label="Name" errors={errorsAt(error, '/title')} value={title} onChange={setTitle} />
      <KindField kind={trigger.kind} isExisting={isExisting} onChange={setTrigger} />
      <TriggerFields trigger={trigger} onChange={setTrigger} error={error} parameters={parameters} />
      <TimeZoneField
        help={isScheduled ? undefined : 'Its runs read and write dates and times in this zone.'}
        value={timeZone}
        onChange={setTimeZone}
        errors={errorsAt(error, '/time_zone')}
      />
      <SchedulePreview trigger={trigger} timeZone={timeZone} now={now} />
      {draft.input !== undefined && (
        <InputFields schema={schema} input={draft.input} issues={inputIssues(error)} onChange={setInput} />
      )}
      <PriceLimitField value={maxPrice} onChange={setMaxPrice} errors={errorsAt(error, '/max_price')} />
      {isPlan && <ConfirmField isConfirmed={isConfirmed} onChange={setConfirmed} />}
      <div className="flex justify-end">
        <Button type="submit" pending={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** Returns issues of the skill's own fields, whose names may equal those of this form. */
function inputIssues(error: FormState): Issue[] {
  const issues = (error?.details ?? []).filter(({ path }) => path === INPUT || path.startsWith(`${INPUT}/`))
  return issues.map((issue) => ({ ...issue, path: issue.path.slice(INPUT.length) }))
}

type KindFieldProps = {
  kind: AutomationKind
  isExisting: boolean | undefined
  onChange: (trigger: AutomationTrigger) => void
}

function KindField({ kind, isExisting, onChange }: KindFieldProps) {
  return (
    <Field label="Starts">
      {(controlProps) => (
        <Select
          {...controlProps}
          value={kind}
          disabled={isExisting && kind === 'webhook'}
          onChange={(event) => onChange(KINDS[event.target.value as AutomationKind].trigger())}
        >
          {Object.entries(KINDS).map(([key, { label }]) => (
            <option key={key} value={key} disabled={isExisting && key === 'webhook'}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function PriceLimitField({ value, onChange, errors }: TextFieldProps) {
  return (
    <InputField
      label="Maximum price per run (USDC)"
      help="A run that would cost more does not start."
      errors={errors}
      inputMode="decimal"
      value={value}
      onChange={onChange}
    />
  )
}

function ConfirmField({
  isConfirmed,
  onChange,
}: {
  isConfirmed: boolean
  onChange: (next: boolean) => void
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is a button of Radix
    <label className="flex items-start gap-2.5 text-sm">
      <Checkbox checked={isConfirmed} onCheckedChange={onChange} />
      <span className="grid gap-0.5">
        Make changes without asking
        <span className="text-muted-foreground">
          Otherwise each run waits for your confirmation. This covers the plan as it is now: once it is
          edited, its runs wait again.
        </span>
      </span>
    </label>
  )
}

type TextFieldProps = { value: string; onChange: (next: string) => void; errors: string[] }

function TimeZoneField({ help, value, onChange, errors }: TextFieldProps & { help: string | undefined }) {
  const zones = Intl.supportedValuesOf('timeZone')
  return (
    <SelectField
      label="Time zone"
      help={help}
      errors={errors}
      value={value}
      onChange={onChange}
      options={[...new Set(['UTC', value, ...zones])]}
    />
  )
}

function withoutCustomFlag(trigger: AutomationTrigger): AutomationTrigger {
  const { isCustom: _, ...rest } = trigger as AutomationTrigger & { isCustom?: boolean }
  return rest
}
