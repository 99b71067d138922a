'use server'

import { refresh } from 'next/cache'
import type { MoneyFormState } from '#components/wallet/money-form.tsx'
import * as wallet from '#lib/ledger/wallet.ts'
import { actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

export async function moveEarnings(_before: unknown, form: FormData): Promise<MoneyFormState> {
  const amount = String(form.get('amount') ?? '')
  const result = await actionResult(async () => wallet.moveEarnings(await contextFromCookie(), { amount }))
  if (!result.ok) return { error: result.error, said: null, values: { amount } }
  refresh()
  return { error: null, said: `Moved ${amount.trim()} USDC to the wallet.`, values: { amount: '' } }
}
