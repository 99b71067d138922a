'use client'

import type { AutomationTrigger } from '#lib/automation-model/automation-trigger.ts'
import {
  cronOf,
  patternOf,
  SCHEDULE_UNITS,
  type SchedulePattern,
  type ScheduleUnit,
  WEEKDAYS,
} from '#lib/automation-model/schedule-pattern.ts'
import { Field, InputField } from '../ui/forms/field.tsx'
import { errorsAt, type FormState } from '../ui/forms/form-error.tsx'
import { Input, Select } from '../ui/forms/input.tsx'

type TriggerFieldsProps = {
  trigger: AutomationTrigger
  onChange: (trigger: AutomationTrigger) => void
  error: FormState
  /** That can take what the trigger brings. */
  parameters: string[]
}

export function TriggerFields({ trigger, ...rest }: TriggerFieldsProps) {
  if (trigger.kind === 'cron') return <CronFields {...rest} trigger={trigger} />
  if (trigger.kind === 'once') return <OnceFields {...rest} trigger={trigger} />
  return <EventFields {...rest} trigger={trigger} />
}

type Of<Kind> = Omit<TriggerFieldsProps, 'trigger'> & { trigger: Extract<AutomationTrigger, { kind: Kind }> }

const UNIT_LABELS: Record<ScheduleUnit, string> = {
  hour: 'Every hour',
  day: 'Every day',
  weekday: 'Monday to Friday',
  week: 'Every week',
  month: 'Every month',
  custom: 'Cron expression',
}

const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => index + 1)

function CronFields({ trigger, onChange, error }: Of<'cron'>) {
  const pattern = patternOf(trigger.cron)
  const change = (part: Partial<SchedulePattern>) =>
    onChange({ ...trigger, cron: cronOf({ ...pattern, ...part }) })
  // Even if its expression is one of the others.
  const unit = 'isCustom' in trigger && trigger.isCustom ? 'custom' : pattern.unit
  function changeUnit(next: ScheduleUnit) {
    const cron = cronOf({ ...pattern, unit: next, cron: trigger.cron })
    onChange({ ...trigger, cron, ...{ isCustom: next === 'custom' } })
  }
  const part = { pattern, onChange: change }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <UnitField unit={unit} onChange={changeUnit} />
      {unit === 'week' && <WeekdayField {...part} />}
      {unit === 'month' && <MonthDayField {...part} />}
      {unit === 'custom' ? (
        <ExpressionField trigger={trigger} onChange={onChange} error={error} />
      ) : (
        <TimeField {...part} label={unit === 'hour' ? 'Minute, as 00:15' : 'Time'} />
      )}
      <MissedField trigger={trigger} onChange={onChange} />
    </div>
  )
}

type PatternPartProps = { pattern: SchedulePattern; onChange: (part: Partial<SchedulePattern>) => void }

function UnitField({ unit, onChange }: { unit: ScheduleUnit; onChange: (unit: ScheduleUnit) => void }) {
  return (
    <Field label="How often">
      {(wired) => (
        <Select {...wired} value={unit} onChange={(event) => onChange(event.target.value as ScheduleUnit)}>
          {SCHEDULE_UNITS.map((each) => (
            <option key={each} value={each}>
              {UNIT_LABELS[each]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function WeekdayField({ pattern, onChange }: PatternPartProps) {
  return (
    <Field label="Day">
      {(wired) => (
        <Select
          {...wired}
          value={pattern.weekday}
          onChange={(event) => onChange({ weekday: Number(event.target.value) })}
        >
          {WEEKDAYS.map((day, index) => (
            <option key={day} value={index}>
              {day}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function MonthDayField({ pattern, onChange }: PatternPartProps) {
  return (
    <Field label="Day of the month" help={pattern.day > 28 ? 'Shorter months are skipped.' : undefined}>
      {(wired) => (
        <Select
          {...wired}
          value={pattern.day}
          onChange={(event) => onChange({ day: Number(event.target.value) })}
        >
          {MONTH_DAYS.map((day) => (
            <option key={day}>{day}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function TimeField({ pattern, onChange, label }: PatternPartProps & { label: string }) {
  return (
    <Field label={label}>
      {(wired) => (
        <Input
          {...wired}
          type="time"
          required
          value={pattern.time}
          onChange={(event) => event.target.value && onChange({ time: event.target.value })}
        />
      )}
    </Field>
  )
}

function ExpressionField({ trigger, onChange, error }: Pick<Of<'cron'>, 'trigger' | 'onChange' | 'error'>) {
  return (
    <InputField
      label="Cron expression"
      help="Minute, hour, day of month, month, day of week."
      errors={errorsAt(error, '/trigger/cron')}
      isCode
      value={trigger.cron}
      onChange={(text) => onChange({ ...trigger, cron: text })}
    />
  )
}

function OnceFields({ trigger, onChange, error }: Of<'once'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <InputField
        label="Date and time"
        errors={errorsAt(error, '/trigger/at')}
        type="datetime-local"
        value={trigger.at}
        onChange={(text) => onChange({ ...trigger, at: text })}
      />
      <MissedField trigger={trigger} onChange={onChange} />
    </div>
  )
}

function MissedField({ trigger, onChange }: Pick<Of<'cron' | 'once'>, 'trigger' | 'onChange'>) {
  return (
    <Field label="If the server was down">
      {(wired) => (
        <Select
          {...wired}
          value={trigger.missed}
          onChange={(event) =>
            onChange({ ...trigger, missed: event.target.value === 'skip' ? 'skip' : 'run-once' })
          }
        >
          <option value="skip">Skip it</option>
          <option value="run-once">Run once when it is back up</option>
        </Select>
      )}
    </Field>
  )
}

function EventFields({ trigger, onChange, error, parameters }: Of<'webhook' | 'vault'>) {
  const isWebhook = trigger.kind === 'webhook'
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {trigger.kind === 'vault' && (
        <InputField
          label="Files"
          help="“Inbox/*.csv” for files in a folder, “Inbox/**” also for those in its subfolders."
          errors={errorsAt(error, '/trigger/glob')}
          isCode
          value={trigger.glob}
          onChange={(text) => onChange({ ...trigger, glob: text })}
        />
      )}
      {parameters.length > 0 && (
        <Field
          label={isWebhook ? 'Where the message goes' : 'Where the path of the file goes'}
          help={isWebhook ? undefined : 'With a parameter, there is one run for each changed file.'}
        >
          {(wired) => (
            <Select
              {...wired}
              value={trigger.field ?? ''}
              onChange={(event) => onChange({ ...trigger, field: event.target.value || undefined })}
            >
              <option value="">{isWebhook ? 'Its fields are the input' : 'Nowhere'}</option>
              {parameters.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  )
}
