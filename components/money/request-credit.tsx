import { MoneyForm, type MoneyFormProps } from './money-form.tsx'

type RequestCreditProps = { isRequested: boolean; request: MoneyFormProps['send'] }

export function RequestCredit({ isRequested, request }: RequestCreditProps) {
  if (isRequested)
    return (
      <p className="text-muted-foreground text-sm">
        Credit is requested. You are notified once an admin has answered.
      </p>
    )
  return (
    <MoneyForm
      fields={[
        { name: 'amount', label: 'USDC', optional: true, inputMode: 'decimal', placeholder: '5' },
        { name: 'reason', label: 'What for', optional: true, help: 'Shown to the admins.' },
      ]}
      submit="Request credit"
      send={request}
    />
  )
}
