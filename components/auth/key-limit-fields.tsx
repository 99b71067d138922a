import type { ComponentProps } from 'react'
import { Field, InputField } from '../ui/forms/field.tsx'
import { Select } from '../ui/forms/input.tsx'

type Props = {
  help: string
  errors: string[]
  value: string
  onChange: (value: string) => void
}

export function DailyCapField(props: Props) {
  return <InputField {...props} label="Daily cap (USDC)" optional inputMode="decimal" placeholder="1.00" />
}

type ToolsetProps = {
  toolsets: string[]
  value: string | null
  onChange: (toolset: string | null) => void
}

export function ToolsetField({
  subject,
  errors,
  ...select
}: ToolsetProps & { subject: string; errors: string[] }) {
  if (select.toolsets.length === 0) return null
  const help = `${subject} can only use the skills and tools in this toolset, as you agreed to them.`
  return (
    <Field label="Only this toolset" optional help={help} errors={errors}>
      {(controlProps) => <ToolsetSelect {...controlProps} {...select} />}
    </Field>
  )
}

type ToolsetSelectProps = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & ToolsetProps

export function ToolsetSelect({ toolsets, value, onChange, ...controlProps }: ToolsetSelectProps) {
  return (
    <Select {...controlProps} value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
      <option value="">No toolset</option>
      {toolsets.map((slug) => (
        <option key={slug} value={slug}>
          {slug}
        </option>
      ))}
    </Select>
  )
}
