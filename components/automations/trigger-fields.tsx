'use client'

import type { AutomationTrigger } from '#lib/automations/model/automation-trigger.ts'
import {
  readSchedulePattern,
  SCHEDULE_UNITS,
  type SchedulePattern,
  type ScheduleUnit,
  WEEKDAYS,
  writeCron,
} from '#lib/automations/model/schedule-pattern.ts'
import { Field, InputField, SelectField } from '../ui/forms/field.tsx'
import { errorsAt, type FormState } from '../ui/forms/form-error.tsx'
import { Input } from '../ui/forms/input.tsx'

type TriggerFieldsProps = {
  trigger: AutomationTrigger
  onChange: (trigger: AutomationTrigger) => void
  error: FormState
  /** The names of the inputs that can receive the event. */
  parameters: string[]
}

export function TriggerFields({ trigger, ...rest }: TriggerFieldsProps) {
  if (trigger.kind === 'cron') return <CronFields {...rest} trigger={trigger} />
  if (trigger.kind === 'once') return <OnceFields {...rest} trigger={trigger} />
  return <EventFields {...rest} trigger={trigger} />
}

type KindFieldsProps<Kind> = Omit<TriggerFieldsProps, 'trigger'> & {
  trigger: Extract<AutomationTrigger, { kind: Kind }>
}

const UNIT_LABELS: Record<ScheduleUnit, string> = {
  hour: 'Every hour',
  day: 'Every day',
  weekday: 'Monday to Friday',
  week: 'Every week',
  month: 'Every month',
  custom: 'Cron expression',
}

const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => index + 1)

function CronFields({ trigger, onChange, error }: KindFieldsProps<'cron'>) {
  const pattern = readSchedulePattern(trigger.cron)
  const change = (part: Partial<SchedulePattern>) =>
    onChange({ ...trigger, cron: writeCron({ ...pattern, ...part }) })
  // A custom expression may equal one of the patterns.
  const unit = 'isCustom' in trigger && trigger.isCustom ? 'custom' : pattern.unit
  function changeUnit(next: ScheduleUnit) {
    const cron = writeCron({ ...pattern, unit: next, cron: trigger.cron })
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
    <SelectField
      label="How often"
      value={unit}
      onChange={(chosen) => onChange(chosen as ScheduleUnit)}
      options={SCHEDULE_UNITS.map((option) => [option, UNIT_LABELS[option]] as const)}
    />
  )
}

function WeekdayField({ pattern, onChange }: PatternPartProps) {
  return (
    <SelectField
      label="Day"
      value={pattern.weekday}
      onChange={(chosen) => onChange({ weekday: Number(chosen) })}
      options={WEEKDAYS.map((day, index) => [index, day] as const)}
    />
  )
}

function MonthDayField({ pattern, onChange }: PatternPartProps) {
  return (
    <SelectField
      label="Day of the month"
      help={pattern.day > 28 ? 'Shorter months are skipped.' : undefined}
      value={pattern.day}
      onChange={(chosen) => onChange({ day: Number(chosen) })}
      options={MONTH_DAYS}
    />
  )
}

function TimeField({ pattern, onChange, label }: PatternPartProps & { label: string }) {
  return (
    <Field label={label}>
      {(controlProps) => (
        <Input
          {...controlProps}
          type="time"
          required
          value={pattern.time}
          onChange={(event) => event.target.value && onChange({ time: event.target.value })}
        />
      )}
    </Field>
  )
}

function ExpressionField({
  trigger,
  onChange,
  error,
}: Pick<KindFieldsProps<'cron'>, 'trigger' | 'onChange' | 'error'>) {
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

function OnceFields({ trigger, onChange, error }: KindFieldsProps<'once'>) {
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

function MissedField({ trigger, onChange }: Pick<KindFieldsProps<'cron' | 'once'>, 'trigger' | 'onChange'>) {
  return (
    <SelectField
      label="If the server was down"
      value={trigger.missed}
      onChange={(chosen) => onChange({ ...trigger, missed: chosen === 'skip' ? 'skip' : 'run-once' })}
      options={[
        ['skip', 'Skip it'],
        ['run-once', 'Run once when it is back up'],
      ]}
    />
  )
}

function EventFields({ trigger, onChange, error, parameters }: KindFieldsProps<'webhook' | 'vault'>) {
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
        <SelectField
          label={isWebhook ? 'Where the message goes' : 'Where the path of the file goes'}
          help={
            isWebhook
              ? webhookHelp(trigger.field)
              : 'With a parameter, there is one run for each changed file.'
          }
          value={trigger.field ?? ''}
          onChange={(chosen) => onChange({ ...trigger, field: chosen || undefined })}
          options={[['', isWebhook ? 'Its fields are the input' : 'Nowhere'], ...parameters]}
        />
      )}
    </div>
  )
}

function webhookHelp(field: string | undefined): string {
  return field
    ? 'The whole message replaces this field of the input below.'
    : 'Each field of the message replaces the field of the same name in the input below. The others stay as you fill them in.'
}
