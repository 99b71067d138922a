import { ChevronRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Field, InputField } from '../ui/forms/field.tsx'
import { errorsAt, type FormState } from '../ui/forms/form-error.tsx'
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

type Budget = { maxPrice: string; confirmAbove: string; total: string; maxRuns: string }

export const BUDGET_PATHS = ['/maxPrice', '/confirmAbove', '/total', '/maxRuns']

type BudgetProps = { budget: Budget; error: FormState; onChange: (part: Partial<Budget>) => void }

/** Limits for a program that hands its key on: the calls of keys that it mints count, too. */
export function BudgetFields({ budget, error, onChange }: BudgetProps) {
  const hasError = BUDGET_PATHS.some((path) => errorsAt(error, path).length > 0)
  return (
    <details className="group rounded-md border border-border" open={hasError || undefined}>
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-md px-3 py-2.5 font-medium text-sm">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden />
        Budget
      </summary>
      <div className="grid grid-cols-1 items-start gap-4 border-border border-t p-4 sm:grid-cols-2">
        <InputField
          label="Total (USDC)"
          optional
          help="For all calls together, with those of keys that it mints."
          inputMode="decimal"
          errors={errorsAt(error, '/total')}
          value={budget.total}
          onChange={(total) => onChange({ total })}
        />
        <InputField
          label="Number of calls"
          optional
          help="Free ones count, too."
          inputMode="numeric"
          errors={errorsAt(error, '/maxRuns')}
          value={budget.maxRuns}
          onChange={(maxRuns) => onChange({ maxRuns })}
        />
        <InputField
          label="Price of a call (USDC)"
          optional
          help="Dearer calls are refused."
          inputMode="decimal"
          errors={errorsAt(error, '/maxPrice')}
          value={budget.maxPrice}
          onChange={(maxPrice) => onChange({ maxPrice })}
        />
        <InputField
          label="Ask me above (USDC)"
          optional
          help="A call that costs more waits until you confirm it."
          inputMode="decimal"
          errors={errorsAt(error, '/confirmAbove')}
          value={budget.confirmAbove}
          onChange={(confirmAbove) => onChange({ confirmAbove })}
        />
      </div>
    </details>
  )
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
