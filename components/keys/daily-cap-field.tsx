import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

type Props = {
  label: string
  help: string
  errors: string[]
  /** Decimal USDC, as it is typed; "" for no cap. */
  value: string
  onChange: (value: string) => void
}

/** What a key, or a program that was let in, may spend in a day. */
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
