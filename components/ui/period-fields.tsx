import { Field } from './field.tsx'
import { Input } from './input.tsx'

type PeriodFieldsProps = { from: string | undefined; to: string | undefined; className?: string }

/** From which day to which, in a form whose answers are the address: `from` and `to`. */
export function PeriodFields({ from, to, className }: PeriodFieldsProps) {
  return (
    <>
      <Field label="From" className={className}>
        {(wired) => <Input {...wired} type="date" name="from" defaultValue={from} />}
      </Field>
      <Field label="To" className={className}>
        {(wired) => <Input {...wired} type="date" name="to" defaultValue={to} />}
      </Field>
    </>
  )
}
