'use server'

import type { MoneyFormState } from '#components/money/money-form.tsx'
import * as wallet from '#lib/money/wallet.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { performAction } from '#lib/protocols/http/responses/action-result.ts'

export async function moveEarnings(_before: unknown, form: unknown): Promise<MoneyFormState> {
  const amount = formFields(form).amount ?? ''
  const result = await performAction({ refreshes: true }, (ctx) => wallet.moveEarnings(ctx, { amount }))
  if (!result.ok) return { error: result.error, successMessage: null, values: { amount } }
  return { error: null, successMessage: `Moved ${amount.trim()} USDC to the wallet.`, values: { amount: '' } }
}
