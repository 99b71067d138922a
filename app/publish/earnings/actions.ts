'use server'

import { refresh } from 'next/cache'
import type { MoneyFormState } from '#components/wallet/money-form.tsx'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { actionResult } from '#lib/http/responses/action-result.ts'
import * as wallet from '#lib/ledger/wallet.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'

export async function moveEarnings(_before: unknown, form: unknown): Promise<MoneyFormState> {
  const amount = formFields(form).amount ?? ''
  const result = await actionResult(async () => wallet.moveEarnings(await contextFromCookie(), { amount }))
  if (!result.ok) return { error: result.error, successMessage: null, values: { amount } }
  refresh()
  return { error: null, successMessage: `Moved ${amount.trim()} USDC to the wallet.`, values: { amount: '' } }
}
