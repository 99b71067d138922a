import { Field } from '../ui/forms/field.tsx'
import { Input } from '../ui/forms/input.tsx'

type Props = {
  label: string
  help: string
  errors: string[]
  value: string
  onChange: (value: string) => void
}

export function DailyCapField({ value, onChange, ...said }: Props) {
  return (
    <Field {...said} optional>
      {(wired) => (
        <Input
          {...wired}
          inputMode="decimal"
          autoComplete="off"
          placeholder="1.00"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
